import { useQuery } from '@tanstack/react-query'
import { exampleValues } from '#src/domain/text/message-placeholders.ts'
import { pluralize } from '#src/domain/text/text.ts'
import { mediaQueries } from '#src/features/project-settings/project-calls.ts'
import type { SettingsFormState } from '#src/features/project-settings/use-settings-form.ts'
import { FieldFrame } from '#src/ui/fields/FieldFrame.tsx'
import { ReadOnlyField } from '#src/ui/fields/ReadOnlyField.tsx'
import { SettingsGroup, Wide } from '#src/ui/fields/SettingsGroup.tsx'
import { styled } from '#src/ui/theme.ts'
import { FormSwitchField, FormText } from '#src/writes/form-fields.tsx'
import { describeMisspelt } from './message-template.ts'
import { MessageEditor } from './MessageEditor.tsx'
import { MessagePreview } from './MessagePreview.tsx'
import { TelegramMedia } from './TelegramMedia.tsx'
import { UnsentNotices } from './UnsentNotices.tsx'

const Message = styled('div')`
  display: grid;
  grid-template-columns: minmax(0, 1fr) 304px;
  gap: 16px;
  @media (max-width: 1199px) {
    grid-template-columns: minmax(0, 1fr);
  }
`
const Count = styled('span')`
  margin-left: auto;
  font-weight: 400;
  color: var(--text-3);
`

/** The text as it was typed. */
const Lines = styled('span')`
  white-space: pre-wrap;
  overflow-wrap: anywhere;
`
const Misspelt = styled('span')`
  display: block;
  color: var(--warning);
  overflow-wrap: anywhere;
`

export function TelegramGroup({ form, colour }: { form: SettingsFormState; colour: string }) {
  const { project, values } = form
  const url = project.telegram_notifications_media_url
  const hasMedia = typeof url === 'string'
  const query = useQuery({ ...mediaQueries.of(project.id), enabled: hasMedia })
  const shown = (hasMedia && query.data) || null
  const text = values.telegram_message_text
  const misspelt = describeMisspelt(text)
  const examples = exampleValues({ ...values, id: project.id })
  return (
    <SettingsGroup title="Telegram" description="Posts each completed purchase to a channel.">
      <FormSwitchField form={form} name="telegram_notifications_enabled" label="Notifications" />
      <FormText form={form} name="telegram_channel_id" label="Channel ID" isMono />
      <UnsentNotices projectId={project.id} kind="chat" />
      <Wide>
        <TelegramMedia project={project} media={shown} query={query} />
      </Wide>
      <Wide>
        <Message>
          {form.isReadOnly ? (
            <ReadOnlyField label="Message text">
              <Lines>{text === '' ? 'None' : text}</Lines>
            </ReadOnlyField>
          ) : (
            <FieldFrame
              label="Message text"
              isEdited={form.isEdited('telegram_message_text')}
              error={form.errorOf('telegram_message_text')}
              hint={
                misspelt.length === 0
                  ? null
                  : misspelt.map((sentence) => <Misspelt key={sentence}>{sentence}</Misspelt>)
              }
              labelEnd={<Count className="num">{pluralize(text.length, 'character')}</Count>}
            >
              {(control) => (
                <MessageEditor
                  {...control}
                  name="telegram_message_text"
                  value={text}
                  values={examples}
                  onChange={(next) => form.set('telegram_message_text', next)}
                  onBlur={() => form.leave('telegram_message_text')}
                />
              )}
            </FieldFrame>
          )}
          <MessagePreview
            projectId={project.id}
            colour={colour}
            channel={values.telegram_channel_id}
            text={text}
            values={examples}
            media={shown}
          />
        </Message>
      </Wide>
    </SettingsGroup>
  )
}
