import { CloudOff, Download } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Metric } from '#src/domain/money/ranked-rows.ts'
import { Card } from '#src/ui/Card.tsx'
import { STALE } from '#src/ui/charts/chart-colours.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { IconButton } from '#src/ui/controls/IconButton.tsx'
import { Segmented } from '#src/ui/controls/Segmented.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { ErrorState } from '#src/ui/ErrorState.tsx'
import { MOBILE, styled } from '#src/ui/theme.ts'
import type { GraphCardRow } from './cards.ts'
import type { CardState } from './use-result.ts'

const Body = styled('div')<{ $isDimmed: boolean; $minHeight: number }>`
  display: flex;
  flex: 1;
  flex-direction: column;
  min-height: ${(p) => p.$minHeight}px;
  opacity: ${(p) => (p.$isDimmed ? STALE : 1)};
  transition: opacity var(--d-2) var(--ease-out) ${(p) => (p.$isDimmed ? '120ms' : '0ms')};
`
const Stale = styled('div')`
  display: flex;
  align-items: center;
  gap: 8px;
  margin-top: 8px;
  font: var(--t-small);
  color: var(--warning);
  ${MOBILE} {
    justify-content: space-between;
  }
`

/** The frame of every card: title, tools, and the loading, empty and error states. */
export function CardShell(props: {
  title: ReactNode
  /** The card's name in messages: "Countries did not load". */
  name: string
  subtitle: ReactNode
  /** The metric switch. */
  options?: ReactNode
  /** Icon buttons before the download. */
  tools?: ReactNode
  before?: ReactNode
  state: CardState
  /** Whether a request is running. A loading card is always busy. */
  isBusy: boolean
  /** Height of everything below the subtitle in px, so that no state changes the card's size. */
  minHeight: number
  /** Shown while the card loads. */
  placeholder: ReactNode
  onDownload: (() => void) | null
  privacy: boolean
  children: () => ReactNode
}) {
  const { state, name } = props
  return (
    <Card
      title={props.title}
      subtitle={props.subtitle}
      before={props.before}
      options={props.options}
      isBusy={props.isBusy || state.is === 'loading'}
      tools={
        <>
          {props.tools}
          <IconButton
            label="Download CSV"
            icon={Download}
            disabled={props.privacy || props.onDownload === null}
            onClick={() => props.onDownload?.()}
          />
        </>
      }
    >
      <Body $isDimmed={state.is === 'ready' && state.isDimmed} $minHeight={props.minHeight}>
        {state.is === 'loading' && props.placeholder}
        {state.is === 'notCached' && (
          <EmptyState
            icon={CloudOff}
            title="No saved figures"
            text="They will load when you are back online."
          />
        )}
        {state.is === 'failed' && (
          <ErrorState
            title={`${name} did not load`}
            text={state.reason}
            onRetry={state.retry}
            isRetrying={state.isRetrying}
          />
        )}
        {state.is === 'ready' && props.children()}
        {state.is === 'ready' && state.otherZone !== null && (
          <Stale role="status">
            <span>Figures in the time zone {state.otherZone}</span>
          </Stale>
        )}
        {state.is === 'ready' && state.error && (
          <Stale role="status">
            <span>{state.error.message}</span>
            <Button size="sm" variant="ghost" onClick={state.error.retry}>
              Try again
            </Button>
          </Stale>
        )}
      </Body>
    </Card>
  )
}

/** The options of a card with more than one metric; undefined for a card with one. */
export function metricOptions(props: {
  card: Pick<GraphCardRow, 'options'>
  metric: Metric
  isMobile: boolean
  onChange: (metric: Metric) => void
}): ReactNode {
  const { options } = props.card
  if (options.length < 2) return undefined
  return (
    <Segmented
      label="Show"
      options={options.map(({ metric, label }) => ({ value: metric, label }))}
      value={props.metric}
      onChange={props.onChange}
      isFill={props.isMobile}
    />
  )
}
