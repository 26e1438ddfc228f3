import { FileUp } from 'lucide-react'
import { useLocation } from 'wouter'
import { projectHref } from '#src/records/page-hrefs.ts'
import { Button } from '#src/ui/controls/Button.tsx'

/** Opens the page that imports a project's history. */
export function ImportButton({ projectId }: { projectId: string }) {
  const [, navigate] = useLocation()
  return (
    <Button size="sm" icon={FileUp} onClick={() => navigate(projectHref('/import', projectId))}>
      Import a CSV
    </Button>
  )
}
