import { FileUp } from 'lucide-react'
import { useLocation } from 'wouter'
import { Button } from '#src/ui/Button.tsx'
import { projectHref } from './page-hrefs.ts'

/** Opens the page that imports a project's history. */
export function ImportButton({ projectId }: { projectId: string }) {
  const [, navigate] = useLocation()
  return (
    <Button size="sm" icon={FileUp} onClick={() => navigate(projectHref('/import', projectId))}>
      Import a CSV
    </Button>
  )
}
