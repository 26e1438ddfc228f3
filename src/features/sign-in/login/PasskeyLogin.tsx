import { FingerprintPattern } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { connection } from '#src/session/connection.ts'
import { notifyOffline } from '#src/session/use-online.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { OrLine } from '#src/ui/fields/auth-parts.tsx'
import { MOBILE, styled } from '#src/ui/theme.ts'
import { showLoginError } from './show-login-error.ts'

const Place = styled('div')<{ $isLate: boolean }>`
  display: grid;
  gap: 16px;
  ${(p) => (p.$isLate ? LATE : '')}
`
// Below the centred form, which keeps its place.
const LATE = `
  position: absolute;
  top: calc(100% + 16px);
  left: 0;
  right: 0;
  ${MOBILE} {
    position: static;
  }
`
const Quiet = styled('p')`
  font: var(--t-small);
  color: var(--text-2);
  text-align: center;
`

/**
 * The button that signs in with a passkey alone. Unmounting it ends the sign-in.
 * @param isLate it appears while the page is in use, which then must not move
 */
export function PasskeyLogin({ isLate }: { isLate: boolean }) {
  const [isBusy, setBusy] = useState(false)
  const [notice, setNotice] = useState<string | null>(null)
  const running = useRef<AbortController>(null)
  useEffect(() => () => running.current?.abort(), [])
  const start = async () => {
    setNotice(null)
    if (!connection.isOnline) return notifyOffline()
    setBusy(true)
    const { signal } = (running.current = new AbortController())
    try {
      // WebAuthn and its calls are not part of the first load.
      const passkey = await import('./passkey-sign-in.ts')
      setNotice(await passkey.signInWithPasskey(signal))
    } catch (error) {
      showLoginError(error)
    }
    setBusy(false)
  }
  return (
    <Place $isLate={isLate}>
      <OrLine />
      <Button
        size="lg"
        isBlock
        icon={FingerprintPattern}
        isBusy={isBusy}
        busyLabel="Waiting for the passkey"
        onClick={() => void start()}
      >
        Login with a passkey
      </Button>
      <Quiet role="status" hidden={notice === null}>
        {notice}
      </Quiet>
    </Place>
  )
}
