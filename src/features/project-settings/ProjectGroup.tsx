import { formatInstant } from '#src/domain/record-formats.ts'
import { ReadOnlyField } from '#src/ui/fields/ReadOnlyField.tsx'
import { TextField } from '#src/ui/fields/TextField.tsx'
import { SettingsGroup } from './SettingsGroup.tsx'
import { textProps } from './text-props.ts'
import type { SettingsFormState } from './use-settings-form.ts'

export function ProjectGroup({ form }: { form: SettingsFormState }) {
  const { project } = form
  return (
    <SettingsGroup title="Project" about="Identity and public links.">
      <TextField label="Ticker" {...textProps(form, 'project_ticker')} />
      <TextField label="Website URL" inputMode="url" {...textProps(form, 'website_url')} />
      <TextField label="Buy URL" inputMode="url" {...textProps(form, 'buy_url')} />
      <ReadOnlyField label="ID">{project.id}</ReadOnlyField>
      {project.api_url === null ? (
        <ReadOnlyField label="API URL">None</ReadOnlyField>
      ) : (
        <ReadOnlyField label="API URL" copy={{ what: 'API URL', value: project.api_url }}>
          <span className="mono">{project.api_url}</span>
        </ReadOnlyField>
      )}
      <ReadOnlyField label="Created at">
        <span className="num">{formatInstant(project.created_at)}</span>
      </ReadOnlyField>
    </SettingsGroup>
  )
}
