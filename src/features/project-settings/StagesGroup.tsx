import { Link } from 'wouter'
import { useFeature } from '#src/api/features.ts'
import { isAdmin } from '#src/domain/people/roles.ts'
import { linkStyle } from '#src/records/cells/link-style.ts'
import { editStagesHref } from '#src/records/record-hrefs.ts'
import { useUser } from '#src/state/session.ts'
import { SettingsGroup, Wide } from '#src/ui/fields/SettingsGroup.tsx'

/** Leads to the planned stages, which have a page of their own. */
export function StagesGroup({ projectId }: { projectId: string }) {
  const plansStages = useFeature('stages')
  const canEdit = isAdmin(useUser()?.role ?? '')
  if (!plansStages || !canEdit) return null
  return (
    <SettingsGroup title="Stages" description="Prices, supplies, caps and the public progress.">
      <Wide>
        <Link href={editStagesHref(projectId)} className={linkStyle}>
          Edit stages
        </Link>
      </Wide>
    </SettingsGroup>
  )
}
