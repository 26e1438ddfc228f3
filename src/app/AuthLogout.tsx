import { LogOut } from 'lucide-react'
import { Button } from '#src/ui/Button.tsx'
import { useLogout } from './use-logout.tsx'

/** Logout where there is no sidebar. */
export function AuthLogout() {
  const { ask, question } = useLogout()
  return (
    <>
      <Button variant="ghost" icon={LogOut} onClick={ask}>
        Logout
      </Button>
      {question}
    </>
  )
}
