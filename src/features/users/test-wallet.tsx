import { FlaskConical } from 'lucide-react'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { useAdministration } from '#src/api/features.ts'
import { send } from '#src/api/http.ts'
import { isTestWallet } from '#src/domain/sale/ingest-example.ts'
import { OFFLINE_REFUSAL, useOnline } from '#src/session/use-online.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { ConfirmDialog } from '#src/ui/dialogs/ConfirmDialog.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { Badge } from '#src/ui/text/Badge.tsx'
import { projectAdministrationCalls } from '#src/wire/project-administration.ts'
import { walletCalls, type Wallet } from '#src/wire/wallets.ts'
import { useWrite } from '#src/writes/use-write.ts'

/** Marks the wallet of the example event in a list; nothing for other wallets. */
export function TestBadge({ wallet }: { wallet: Wallet }) {
  return isTestWallet(wallet.wallet_address) ? <Badge tone="info">Test</Badge> : null
}

/** Says on the page of the example's wallet what it is, and lets an admin remove it. */
export function TestWalletNotice({ wallet }: { wallet: Wallet }) {
  const isTest = isTestWallet(wallet.wallet_address)
  const canRemove = useAdministration(isTest)
  if (!isTest) return null
  return (
    <Notice
      icon={FlaskConical}
      tone="info"
      action={canRemove && <RemoveTestWallet projectId={wallet.project_id} />}
    >
      <b>This is a test.</b> The example that connects a site sends this wallet. It belongs to no
      buyer.
    </Notice>
  )
}

function RemoveTestWallet({ projectId }: { projectId: string }) {
  const isOnline = useOnline()
  const [, navigate] = useLocation()
  const [isConfirming, setConfirming] = useState(false)
  const { write, isBusy } = useWrite({
    mutationFn: async () => {
      await send(projectAdministrationCalls.removeTestWallet, { params: { id: projectId } })
      return projectId
    },
    meta: {
      success: 'Removed the test wallet',
      failure: 'Error removing the test wallet',
      // The list and the guide count it; figures are refetched when they are opened.
      invalidates: [[walletCalls.listWallets.path], ['arrived']],
    },
  })
  const disabledReason = isOnline ? undefined : OFFLINE_REFUSAL
  return (
    <>
      <Button size="sm" disabledReason={disabledReason} onClick={() => setConfirming(true)}>
        Remove
      </Button>
      <ConfirmDialog
        title="Remove the test wallet?"
        isOpen={isConfirming}
        onClose={() => setConfirming(false)}
        onConfirm={async () => {
          if ((await write()) === undefined) return
          setConfirming(false)
          navigate('/users')
        }}
        confirmLabel="Remove"
        busyLabel="Removing"
        isBusy={isBusy}
        disabledReason={disabledReason}
      >
        It leaves the lists and figures of <b>{projectId}</b>. A wallet with purchases, bonuses or
        credits is not removed.
      </ConfirmDialog>
    </>
  )
}
