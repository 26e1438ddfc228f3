import { BellPlus, Mail, Pencil, Smartphone } from 'lucide-react'
import { describeRule } from '#src/domain/people/rule-text.ts'
import { Icon } from '#src/ui/controls/Icon.tsx'
import { IconBox } from '#src/ui/controls/IconBox.tsx'
import { IconButton } from '#src/ui/controls/IconButton.tsx'
import { Switch } from '#src/ui/controls/Switch.tsx'
import { Tooltip } from '#src/ui/controls/Tooltip.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { MOBILE, styled } from '#src/ui/theme.ts'
import { useIsMobile } from '#src/ui/use-media.ts'
import type { Rule } from '#src/wire/alerts.ts'
import { PreviewText } from './PreviewText.tsx'
import { RULE_ICONS } from './rule-icons.ts'
import { withRule, type SaveAlerts } from './use-alerts.ts'
import { usePreview } from './use-preview.ts'

const Row = styled('li')`
  display: grid;
  grid-template-columns: 32px minmax(0, 1fr) auto 44px auto auto;
  gap: 0 16px;
  align-items: center;
  min-height: 64px;
  padding: 10px 16px 10px 20px;
  & + & {
    border-top: 1px solid var(--line);
  }
  ${MOBILE} {
    grid-template-columns: 32px minmax(0, 1fr) auto;
    gap: 0 12px;
    padding: 10px 16px;
  }
`
const Words = styled('div')`
  display: grid;
  min-width: 0;
  text-align: start;
  overflow-wrap: anywhere;
  & > small {
    font: var(--t-small);
    color: var(--text-3);
    font-variant-numeric: tabular-nums;
  }
`
const Aside = styled('span')`
  display: flex;
  gap: 6px;
  justify-content: flex-end;
  font: var(--t-small);
  color: var(--text-3);
  font-variant-numeric: tabular-nums;
  white-space: nowrap;
`

/** The rules, each with how often it would have fired, its channels and its switch. */
export function RuleList(props: {
  rules: readonly Rule[]
  offline: string | undefined
  save: SaveAlerts
  onEdit: (rule: Rule) => void
}) {
  const { rules } = props
  if (rules.length === 0) {
    return (
      <EmptyState
        icon={BellPlus}
        title="No alert yet"
        text="Add an alert to be notified by push or by mail."
      />
    )
  }
  return (
    <ul aria-label="Rules">
      {rules.map((rule) => (
        <RuleRow key={rule.id} {...props} rule={rule} />
      ))}
    </ul>
  )
}

function RuleRow(props: {
  rule: Rule
  offline: string | undefined
  save: SaveAlerts
  onEdit: (rule: Rule) => void
}) {
  const { rule, offline } = props
  const { title, text } = describeRule(rule)
  // Two rules of a kind differ in their text alone.
  const name = `${title}, ${text}`
  const fired = <PreviewText preview={usePreview(rule)} />
  const isMobile = useIsMobile()
  const edit = () => props.onEdit(rule)
  return (
    <Row>
      <IconBox of={RULE_ICONS[rule.kind]} />
      {/* A phone has no room for the pencil. */}
      <Words {...(isMobile ? { as: 'button', 'aria-label': `Edit ${name}`, onClick: edit } : {})}>
        <span style={{ fontWeight: 500 }}>{title}</span>
        <small>{text}</small>
        {isMobile && <small>{fired}</small>}
      </Words>
      {!isMobile && <Aside>{fired}</Aside>}
      {!isMobile && (
        <Aside>
          {rule.channels.includes('push') && <Channel icon={Smartphone} name="Push" />}
          {rule.channels.includes('mail') && <Channel icon={Mail} name="Mail" />}
        </Aside>
      )}
      <Switch
        label={name}
        layout="bare"
        checked={rule.enabled === 1}
        disabled={offline !== undefined}
        onChange={(isOn) => void props.save(withRule({ ...rule, enabled: isOn ? 1 : 0 }))}
      />
      {!isMobile && <IconButton label={`Edit ${name}`} icon={Pencil} onClick={edit} />}
    </Row>
  )
}

function Channel({ icon, name }: { icon: typeof Mail; name: string }) {
  return (
    <Tooltip text={name} isName>
      <span role="img" aria-label={name}>
        <Icon of={icon} />
      </span>
    </Tooltip>
  )
}

/** Rows of the size of rules. */
export function RuleListPlaceholder() {
  return (
    <ul aria-hidden>
      {['a', 'b', 'c', 'd'].map((name) => (
        <Row key={name}>
          <Skeleton width={32} height={32} />
          <Words>
            <Skeleton width={200} />
            <Skeleton width={120} />
          </Words>
        </Row>
      ))}
    </ul>
  )
}
