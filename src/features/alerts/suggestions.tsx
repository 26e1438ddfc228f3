import { Lightbulb } from 'lucide-react'
import type { ReactNode } from 'react'
import { useSnapshot } from 'valtio'
import { describeRule } from '#src/domain/alert-text.ts'
import { filters } from '#src/state/filters.ts'
import { Button } from '#src/ui/Button.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { Panel } from '#src/ui/Panel.tsx'
import { PanelRow } from '#src/ui/PanelRow.tsx'
import { MOBILE, styled } from '#src/ui/theme.ts'
import type { Alerts, RuleDraft } from '#src/wire/alerts.ts'
import { RULE_ICONS } from './rule-icons.ts'
import { withRule, withSettings, type SaveAlerts } from './use-alerts.ts'
import { describePreviewSentence, usePreview } from './use-preview.ts'

const Buttons = styled('span')`
  display: flex;
  flex: none;
  flex-direction: row-reverse;
  gap: 4px;
`
const NoticeButtons = styled(Buttons)`
  margin: -4px -8px -4px 0;
  ${MOBILE} {
    grid-column: 2;
    justify-self: start;
    margin: 8px 0 0;
    flex-direction: row;
  }
`

interface SuggestionsProps {
  alerts: Alerts
  offline: string | undefined
  save: SaveAlerts
}

/** The suggestions that are open; those being saved are in the rules already. */
export function openSuggestions({ rules, suggested, settings }: Alerts): readonly RuleDraft[] {
  return suggested.filter(
    ({ kind }) => !settings.declined.includes(kind) && !rules.some((rule) => rule.kind === kind),
  )
}

/** All suggestions, for a person without an alert. */
export function SuggestionPanel(props: SuggestionsProps) {
  return (
    <Panel title="Suggested">
      {openSuggestions(props.alerts).map((rule) => (
        <SuggestionRow key={rule.kind} {...props} rule={rule} />
      ))}
    </Panel>
  )
}

function SuggestionRow(props: SuggestionsProps & { rule: RuleDraft }) {
  const { title, text } = describeRule(props.rule)
  const often = useOften(props.rule)
  return (
    <PanelRow
      icon={RULE_ICONS[props.rule.kind]}
      title={title}
      isMain
      line={
        <small>
          {text}. {often}
        </small>
      }
    >
      <Buttons>{choices(props)}</Buttons>
    </PanelRow>
  )
}

/** One suggestion, beside the rules that the person has. */
export function SuggestionNotice(props: SuggestionsProps) {
  const [rule] = openSuggestions(props.alerts)
  return rule === undefined ? null : <OneSuggestion key={rule.kind} {...props} rule={rule} />
}

function OneSuggestion(props: SuggestionsProps & { rule: RuleDraft }) {
  const { title, text } = describeRule(props.rule)
  const often = useOften(props.rule)
  return (
    <Notice icon={Lightbulb} tone="info" action={<NoticeButtons>{choices(props)}</NoticeButtons>}>
      <b>
        Suggested: {title.charAt(0).toLowerCase()}
        {title.slice(1)}.
      </b>{' '}
      {text}. {often}
    </Notice>
  )
}

function useOften(rule: RuleDraft): string {
  const { privacy } = useSnapshot(filters)
  return describePreviewSentence(usePreview(rule), privacy)
}

function choices({ rule, offline, save }: SuggestionsProps & { rule: RuleDraft }): ReactNode {
  const add = () => void save(withRule({ ...rule, id: crypto.randomUUID() }))
  const decline = () =>
    void save(
      withSettings((settings) => ({ ...settings, declined: [...settings.declined, rule.kind] })),
    )
  return (
    <>
      <Button size="sm" disabledReason={offline} onClick={add}>
        Add
      </Button>
      <Button size="sm" variant="ghost" disabledReason={offline} onClick={decline}>
        No, thanks
      </Button>
    </>
  )
}
