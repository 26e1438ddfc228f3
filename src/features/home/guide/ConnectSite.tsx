import { Check, Copy, LoaderCircle, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { proxy, useSnapshot } from 'valtio'
import { Link } from 'wouter'
import { ingestAddress } from '#src/api/ingest-keys.ts'
import { curlExample, typeScriptExample } from '#src/domain/sale/ingest-example.ts'
import { formatLatest } from '#src/domain/sale/record-formats.ts'
import { siteName } from '#src/domain/text/text.ts'
import { projectHref } from '#src/records/page-hrefs.ts'
import { OFFLINE_REFUSAL, useOnline } from '#src/session/use-online.ts'
import { onLeave } from '#src/state/session.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { CopyButton } from '#src/ui/controls/CopyButton.tsx'
import { Icon } from '#src/ui/controls/Icon.tsx'
import { Segmented } from '#src/ui/controls/Segmented.tsx'
import { useCopy } from '#src/ui/controls/use-copy.ts'
import { Notice } from '#src/ui/Notice.tsx'
import { styled } from '#src/ui/theme.ts'
import type { IngestKey, Refusal } from '#src/wire/ingest-keys.ts'
import type { ProjectOverview } from '#src/wire/projects.ts'
import { useCreateKey } from '#src/writes/use-create-key.ts'

const KeyRow = styled('div')`
  display: flex;
  align-items: center;
  gap: 8px;
  padding: 6px 6px 6px 12px;
  background: var(--bg);
  border: 1px solid var(--line);
  border-radius: var(--r-md);
  & > code {
    flex: 1;
    min-width: 0;
    font: var(--t-code);
    user-select: all;
  }
`
const Hint = styled('p')`
  margin-top: -8px;
  font: var(--t-small);
  color: var(--text-3);
`
const Tools = styled('div')`
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: 8px;
  margin-bottom: 8px;
`
const Code = styled('pre')`
  margin: 0;
  padding: 12px 16px;
  background: var(--bg);
  border: 1px solid var(--line);
  border-radius: var(--r-md);
  font: var(--t-code);
  color: var(--text-2);
  overflow-x: auto;
`
const Waiting = styled('div')`
  display: flex;
  align-items: center;
  gap: 10px;
  color: var(--text-2);
  overflow-wrap: anywhere;
  & > svg {
    flex: none;
    color: var(--text-3);
  }
  & b {
    font-weight: 500;
    color: var(--text-1);
  }
`

const EXAMPLES = [
  { value: 'curl', label: 'curl' },
  { value: 'typescript', label: 'TypeScript' },
] as const

/** The keys that were created in this tab, by project, in its memory only: shown until a reload. */
const createdKeys = proxy<Record<string, string>>({})
onLeave(() => {
  for (const id of Object.keys(createdKeys)) delete createdKeys[id]
})

/** The name of the key that the guide creates. */
const KEY_NAME = 'site'

/** Creates a key, shows how to send an event with it, and waits for the first one. */
export function ConnectSite(props: {
  project: ProjectOverview
  keys: readonly IngestKey[]
  refusals: readonly Refusal[]
  now: Date
}) {
  const { project, keys, refusals, now } = props
  const isOnline = useOnline()
  const created = useSnapshot(createdKeys)[project.id]
  const [kind, setKind] = useState<'curl' | 'typescript'>('curl')
  // The same event until the guide is opened again: one that is sent twice counts once.
  const [openedAt] = useState(() => new Date())
  const { write, isBusy } = useCreateKey(project.id)
  const create = async () => {
    const added = await write(KEY_NAME)
    if (added) createdKeys[project.id] = added.key
  }
  const example = {
    url: ingestAddress(project.id),
    key: created ?? null,
    now: openedAt,
  }
  const text = kind === 'curl' ? curlExample(example) : typeScriptExample(example)
  const [refusal] = refusals
  return (
    <>
      {created === undefined ? (
        <div>
          <Button
            variant="primary"
            isBusy={isBusy}
            busyLabel="Creating key"
            disabledReason={isOnline ? undefined : OFFLINE_REFUSAL}
            onClick={() => void create()}
          >
            {keys.length === 0 ? 'Create a key' : 'Create another key'}
          </Button>
        </div>
      ) : (
        <>
          <KeyRow>
            <code className="trunc">{created}</code>
            <CopyButton what="key" value={created} size="sm" />
          </KeyRow>
          <Hint>Copy the key now. It is not shown again; a lost key is revoked and replaced.</Hint>
        </>
      )}
      <div>
        <Tools>
          <Segmented label="Example" size="md" options={EXAMPLES} value={kind} onChange={setKind} />
          <CopyExample text={text} />
        </Tools>
        {/* It scrolls sideways, so the keyboard must reach it. */}
        <Code tabIndex={0} aria-label="Example">
          {text}
        </Code>
      </div>
      <Hint>The example is a test: it is checked like every event, and stored nowhere.</Hint>
      {refusal && <RefusalNotice projectId={project.id} refusal={refusal} now={now} />}
      <Waiting role="status">
        <Icon of={LoaderCircle} className="spin" />
        <span>
          Waiting for the first event from <b>{siteName(project)}</b>
        </span>
      </Waiting>
    </>
  )
}

function CopyExample({ text }: { text: string }) {
  const { isCopied, copy } = useCopy(text)
  return (
    <Button icon={isCopied ? Check : Copy} aria-label="Copy example" onClick={() => void copy()}>
      Copy
    </Button>
  )
}

function RefusalNotice(props: { projectId: string; refusal: Refusal; now: Date }) {
  const { projectId, refusal, now } = props
  return (
    <Notice
      icon={TriangleAlert}
      action={<Link href={projectHref('/connections', projectId)}>See the event</Link>}
    >
      <b>An event was refused at {formatLatest(refusal.at, now)}.</b>{' '}
      <span className="mono">{refusal.field}</span>: {refusal.reason}
    </Notice>
  )
}
