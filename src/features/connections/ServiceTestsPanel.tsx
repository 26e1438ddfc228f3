import { Mail, Send, type LucideIcon } from 'lucide-react'
import { useState } from 'react'
import { ApiError } from '#src/api/http.ts'
import { testBrevo, testTelegram } from '#src/api/service-tests.ts'
import { formatTime } from '#src/domain/time/format-time.ts'
import { OFFLINE_REFUSAL, useOnline } from '#src/session/use-online.ts'
import { serverNow } from '#src/state/clock.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { Panel } from '#src/ui/lists/Panel.tsx'
import { PanelRow } from '#src/ui/lists/PanelRow.tsx'
import { useWrite } from '#src/writes/use-write.ts'
import { Repair } from './Repair.tsx'

interface Service {
  name: string
  icon: LucideIcon
  /** What a test does. */
  about: string
  test: (projectId: string) => Promise<string>
}

const SERVICES: readonly Service[] = [
  {
    name: 'Telegram',
    icon: Send,
    about: "Sends the project's message with example values to the channel.",
    test: testTelegram,
  },
  { name: 'Brevo', icon: Mail, about: 'Checks the saved key and list.', test: testBrevo },
]

/** Tests the services of a project, and shows what they answered. */
export function ServiceTestsPanel({ projectId }: { projectId: string }) {
  return (
    <Panel title="Test the services">
      {SERVICES.map((service) => (
        // An answer belongs to its project.
        <ServiceTest key={`${service.name} ${projectId}`} service={service} projectId={projectId} />
      ))}
    </Panel>
  )
}

interface Answer {
  isPassed: boolean
  text: string
  at: number
}

function ServiceTest({ service, projectId }: { service: Service; projectId: string }) {
  const { name, test } = service
  const isOnline = useOnline()
  const [answer, setAnswer] = useState<Answer>()
  const { write, isBusy } = useWrite({
    mutationFn: async (): Promise<Omit<Answer, 'at'>> => {
      try {
        return { isPassed: true, text: await test(projectId) }
      } catch (error) {
        // The server's 400 is the service's answer. Anything else is an error of this app's call.
        if (!(error instanceof ApiError) || error.kind !== 'answer' || error.status !== 400)
          throw error
        return { isPassed: false, text: shortAnswer(error.message, projectId) }
      }
    },
    meta: { failure: `Error testing ${name}` },
  })
  const run = async () => {
    setAnswer(undefined)
    const result = await write()
    if (result) setAnswer({ ...result, at: serverNow() })
  }
  return (
    <PanelRow
      icon={service.icon}
      title={name}
      line={
        <small role="status" style={answer && { color: colourOf(answer) }}>
          {answer ? `${answer.text}, ${formatTime(answer.at)}` : service.about}
          {answer && !answer.isPassed && <Repair projectId={projectId} reason={answer.text} />}
        </small>
      }
    >
      <Button
        size="sm"
        aria-label={`Test ${name}`}
        isBusy={isBusy}
        busyLabel="Testing"
        disabledReason={isOnline ? undefined : OFFLINE_REFUSAL}
        onClick={() => void run()}
      >
        Test
      </Button>
    </PanelRow>
  )
}

const colourOf = ({ isPassed }: Answer) => (isPassed ? 'var(--positive)' : 'var(--negative)')

/** `Telegram test failed for AURA: No channel id is set` without what the row says already. */
function shortAnswer(message: string, projectId: string): string {
  const [, answer = message] = message.split(` failed for ${projectId}: `)
  return answer.replace(/^"(.*)"$/s, '$1')
}
