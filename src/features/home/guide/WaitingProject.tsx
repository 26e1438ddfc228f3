import { Hourglass } from 'lucide-react'
import { Link } from 'wouter'
import { formatCount } from '#src/domain/money/money.ts'
import { arrivalsOf } from '#src/domain/sale/arrivals.ts'
import { formatLatest } from '#src/domain/sale/record-formats.ts'
import { siteName } from '#src/domain/text/text.ts'
import { ImportButton } from '#src/records/list/ImportButton.tsx'
import { projectHref } from '#src/records/page-hrefs.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { Surface } from '#src/ui/Surface.ts'
import { Badge } from '#src/ui/text/Badge.tsx'
import { MiddleText, WholeName } from '#src/ui/text/MiddleText.tsx'
import { MOBILE, styled } from '#src/ui/theme.ts'
import type { IngestKey, Refusal } from '#src/wire/ingest-keys.ts'
import type { ProjectOverview } from '#src/wire/projects.ts'

const Box = styled(Surface)`
  padding: 16px 20px;
  ${MOBILE} {
    padding: 16px;
  }
`
const Head = styled('div')`
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: 12px;
  min-height: 28px;
  & > h2 {
    display: flex;
    min-width: 0;
    font: var(--t-title);
    letter-spacing: -0.006em;
  }
`
const Text = styled('p')`
  margin: 2px 0 12px;
  font: var(--t-small);
  color: var(--text-3);
`
const Facts = styled('dl')`
  margin-top: 4px;
  & > div {
    display: flex;
    justify-content: space-between;
    gap: 16px;
    padding: 8px 0;
  }
  & > div + div {
    border-top: 1px solid var(--line);
  }
  & dt {
    color: var(--text-2);
  }
  & dd {
    margin: 0;
    font-variant-numeric: tabular-nums;
  }
  & a {
    text-decoration: underline;
    text-decoration-color: var(--text-disabled);
    text-underline-offset: 3px;
  }
`

/** How a project without data gets some: from a file, or from its site, with its keys' use. */
export function WaitingProject(props: {
  project: ProjectOverview
  keys: readonly IngestKey[]
  refusals: readonly Refusal[]
  now: Date
}) {
  const { project, keys, refusals, now } = props
  const { lastAt, taken, refused } = arrivalsOf(keys, now)
  const newest = keys.at(-1)
  const [refusal] = refusals
  const attempt = lastAt === null ? null : formatLatest(lastAt, now)
  const wasRefused = refusal !== undefined && refusal.at === lastAt
  return (
    <>
      <Box aria-label="Bring earlier sales">
        <Head>
          <h2>Bring earlier sales</h2>
        </Head>
        <Text>
          Purchases, wallets and leads from CSV files, checked before anything is written.
        </Text>
        <ImportButton projectId={project.id} />
      </Box>
      <Box aria-label={project.id}>
        <Head>
          <h2>
            <WholeName text={project.id}>
              <MiddleText text={project.id} />
            </WholeName>
          </h2>
          <Badge>Waiting for data</Badge>
        </Head>
        <Facts>
          <div>
            <dt>Key</dt>
            <dd className="mono">{newest === undefined ? 'None' : `…${newest.last4}`}</dd>
          </div>
          <div>
            <dt>Events taken today</dt>
            <dd>{formatCount(taken)}</dd>
          </div>
          <div>
            <dt>Events refused today</dt>
            <dd>
              {refused === 0 ? (
                '0'
              ) : (
                <Link href={projectHref('/connections', project.id)}>{formatCount(refused)}</Link>
              )}
            </dd>
          </div>
          <div>
            <dt>Last attempt</dt>
            <dd>{attempt ?? 'None'}</dd>
          </div>
        </Facts>
      </Box>
      <Box aria-label="Transactions">
        <Head>
          <h2>Transactions</h2>
        </Head>
        <EmptyState
          icon={Hourglass}
          title={`No event has arrived from ${siteName(project)} yet`}
          text={
            attempt === null
              ? 'Nothing has tried to send one.'
              : `Last attempt ${attempt}${wasRefused ? ', refused' : ''}`
          }
        />
      </Box>
    </>
  )
}
