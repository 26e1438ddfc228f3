import { Lightbulb } from 'lucide-react'
import { useState } from 'react'
import { describeRule } from '#src/domain/people/rule-text.ts'
import { uncapitalize } from '#src/domain/text/text.ts'
import { pause } from '#src/domain/time/waits.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { Panel } from '#src/ui/lists/Panel.tsx'
import { PanelRow } from '#src/ui/lists/PanelRow.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { MOBILE, styled } from '#src/ui/theme.ts'
import { MAX_RULES, type AlertKind, type Alerts, type RuleDraft } from '#src/wire/alerts.ts'
import { PreviewText } from './PreviewText.tsx'
import { RULE_ICONS } from './rule-icons.ts'
import { useSaveOnce, withRule, withSettings, type SaveAlerts } from './use-alerts.ts'
import { usePreview } from './use-preview.ts'

const Buttons = styled('span')`
  display: flex;
  flex: none;
  flex-direction: row-reverse;
  gap: 4px;
  ${MOBILE} {
    /* Under the text, after the icon. */
    flex-direction: row;
    padding-left: 44px;
  }
`
const NoticeButtons = styled(Buttons)`
  margin: -4px -8px -4px 0;
  ${MOBILE} {
    grid-column: 2;
    justify-self: start;
    margin: 8px 0 0;
    padding: 0;
  }
`

/** The least time between two changes: the next suggestion slides under the pointer of a double click. */
const PAUSE_MS = 500

interface Suggestions {
  /** Those being saved are in the rules already. */
  open: readonly RuleDraft[]
  /** Why no suggestion can be added. */
  fullReason: string | undefined
  /** Whether a change is being made; another is not started. */
  isBusy: boolean
  add: (rule: RuleDraft) => void
  decline: (kind: AlertKind) => void
}

/** The open suggestions, and what adds or declines one. */
export function useSuggestions(alerts: Alerts | undefined, save: SaveAlerts): Suggestions {
  // One id for each: added again after a lost response, the rule is added once.
  const [ids] = useState(() => new Map<AlertKind, string>())
  const { write, isBusy } = useSaveOnce(async (change) => {
    const [isSaved] = await Promise.all([save(change), pause(PAUSE_MS)])
    return isSaved
  })
  const add = async (rule: RuleDraft) => {
    const id = ids.get(rule.kind) ?? crypto.randomUUID()
    ids.set(rule.kind, id)
    if (await write(withRule({ ...rule, id }))) ids.delete(rule.kind)
  }
  const decline = (kind: AlertKind) =>
    write(withSettings((settings) => ({ ...settings, declined: [...settings.declined, kind] })))
  return {
    open: alerts === undefined ? [] : openSuggestions(alerts),
    fullReason: describeFull(alerts),
    isBusy,
    add: (rule) => void add(rule),
    decline: (kind) => void decline(kind),
  }
}

function describeFull(alerts: Alerts | undefined): string | undefined {
  const isFull = alerts !== undefined && alerts.rules.length >= MAX_RULES
  return isFull ? `There are ${MAX_RULES} alerts already. Delete one first.` : undefined
}

function openSuggestions({ rules, suggested, settings }: Alerts): readonly RuleDraft[] {
  return suggested.filter(
    ({ kind }) => !settings.declined.includes(kind) && !rules.some((rule) => rule.kind === kind),
  )
}

interface SuggestionsProps {
  suggestions: Suggestions
  offline: string | undefined
}

/** All suggestions, for a person who has no alert or has just added the first ones. */
export function SuggestionPanel(props: SuggestionsProps) {
  return (
    <Panel title="Suggested">
      {props.suggestions.open.map((rule) => (
        <SuggestionRow key={rule.kind} {...props} rule={rule} />
      ))}
    </Panel>
  )
}

function SuggestionRow(props: SuggestionsProps & { rule: RuleDraft }) {
  const { title, text } = describeRule(props.rule)
  const preview = usePreview(props.rule)
  return (
    <PanelRow
      icon={RULE_ICONS[props.rule.kind]}
      title={title}
      isMain
      wraps
      line={
        <>
          <small>{text}</small>
          <small>
            <PreviewText preview={preview} isSentence />
          </small>
        </>
      }
    >
      <Buttons>
        <Choices {...props} />
      </Buttons>
    </PanelRow>
  )
}

/** One suggestion, beside the rules that the person has. */
export function SuggestionNotice(props: SuggestionsProps) {
  const [rule] = props.suggestions.open
  // Without a key: the next suggestion takes the place of the last one, and Add keeps the focus.
  return rule === undefined ? null : <OneSuggestion {...props} rule={rule} />
}

function OneSuggestion(props: SuggestionsProps & { rule: RuleDraft }) {
  const { title, text } = describeRule(props.rule)
  const preview = usePreview(props.rule)
  const choices = (
    <NoticeButtons>
      <Choices {...props} />
    </NoticeButtons>
  )
  return (
    <Notice icon={Lightbulb} tone="info" action={choices}>
      {/* Suggestions are about all projects: no text begins with the name of one. */}
      <b>Suggested: {uncapitalize(title)}</b>, {uncapitalize(text)}.{' '}
      <PreviewText preview={preview} isSentence />
    </Notice>
  )
}

function Choices(props: SuggestionsProps & { rule: RuleDraft }) {
  const { rule, offline, suggestions } = props
  const { isBusy, fullReason: full } = suggestions
  return (
    <>
      <Button
        size="sm"
        disabled={isBusy}
        disabledReason={offline ?? full}
        onClick={() => suggestions.add(rule)}
      >
        Add
      </Button>
      <Button
        size="sm"
        variant="ghost"
        disabled={isBusy}
        disabledReason={offline}
        onClick={() => suggestions.decline(rule.kind)}
      >
        No, thanks
      </Button>
    </>
  )
}
