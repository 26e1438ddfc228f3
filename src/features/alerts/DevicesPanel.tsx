import { useQuery } from '@tanstack/react-query'
import { BellPlus, Laptop, Smartphone, X } from 'lucide-react'
import { useState } from 'react'
import { queryOf, send } from '#src/api/http.ts'
import { forgetThisDevice, notifyThisDevice, pushSupport } from '#src/api/push-subscription.ts'
import { formatLastUse } from '#src/domain/sale/record-formats.ts'
import { Loaded } from '#src/records/page/Loaded.tsx'
import { serverNow } from '#src/state/clock.ts'
import { useSession } from '#src/state/session.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { IconButton } from '#src/ui/controls/IconButton.tsx'
import { ConfirmDialog } from '#src/ui/dialogs/ConfirmDialog.tsx'
import { Panel, PanelBody } from '#src/ui/lists/Panel.tsx'
import { PanelRow } from '#src/ui/lists/PanelRow.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { MAX_DEVICES, pushCalls, type PushDevice } from '#src/wire/push.ts'
import { useWrite } from '#src/writes/use-write.ts'

const { listPushDevices, deletePushDevice, testPushDevice } = pushCalls
const KEYS = [[listPushDevices.path]]

const WHY_NOT = {
  yes: 'On an iPhone, add Saleroom to the home screen first.',
  'needs-install':
    'To be notified here, tap Share, then “Add to Home Screen”, and open Saleroom from there.',
  blocked: 'Notices are blocked for this site. Allow them in the browser’s settings.',
  no: 'This browser does not support push notifications.',
} as const

/** The browsers that show this person's alerts. */
export function DevicesPanel({ offline }: { offline: string | undefined }) {
  const { authorized } = useSession()
  const query = useQuery({
    ...queryOf(listPushDevices, {}),
    staleTime: 0,
    enabled: authorized,
    meta: { keep: listPushDevices.response },
  })
  const [removed, setRemoved] = useState<PushDevice | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  const support = pushSupport()
  const add = useWrite({
    mutationFn: notifyThisDevice,
    meta: {
      success: (reason) => (reason === null ? 'This device is notified' : undefined),
      failure: 'Error adding this device',
      invalidates: KEYS,
    },
  })
  const remove = useWrite({
    mutationFn: async (device: PushDevice) => {
      await send(deletePushDevice, { params: { id: device.id } })
      if (device.is_current === 1) await forgetThisDevice().catch(() => undefined)
    },
    meta: {
      success: (_none, { name }) => `Removed ${name}`,
      failure: 'Error removing the device',
      invalidates: KEYS,
    },
  })
  const isHere = query.data?.some((device) => device.is_current === 1) ?? false
  const isFull = (query.data?.length ?? 0) >= MAX_DEVICES
  const full = isFull ? `There are ${MAX_DEVICES} devices already. Remove one first.` : undefined
  return (
    <Panel title="Devices">
      <Loaded
        query={query}
        failed="Devices did not load"
        notCached="You are offline, and your devices were not saved here."
        placeholder={
          <PanelBody aria-hidden>
            <Skeleton width="60%" />
          </PanelBody>
        }
      >
        {(devices) =>
          devices.map((device) => (
            <DeviceRow key={device.id} device={device} offline={offline} onRemove={setRemoved} />
          ))
        }
      </Loaded>
      <PanelBody>
        {!isHere && (
          <Button
            icon={BellPlus}
            isBlock
            isBusy={add.isBusy}
            busyLabel="Waiting for the browser"
            disabledReason={offline ?? (support === 'yes' ? full : WHY_NOT[support])}
            onClick={() => void add.write().then((reason) => setRefusal(reason ?? null))}
          >
            Notify this device
          </Button>
        )}
        <p className="small t3" role="status">
          {refusal ?? WHY_NOT[support]}
        </p>
      </PanelBody>
      {removed && (
        <ConfirmDialog
          title={`Remove ${removed.name}?`}
          isOpen
          isBusy={remove.isBusy}
          busyLabel="Removing"
          disabledReason={offline}
          onClose={() => setRemoved(null)}
          onConfirm={() => void remove.write(removed).then(() => setRemoved(null))}
          confirmLabel="Remove"
        >
          It shows no more alerts until it is added again.
        </ConfirmDialog>
      )}
    </Panel>
  )
}

function DeviceRow(props: {
  device: PushDevice
  offline: string | undefined
  onRemove: (device: PushDevice) => void
}) {
  const { device, offline } = props
  const { id, name, last_notice_at: last } = device
  const [answer, setAnswer] = useState<{ isPassed: boolean; text: string } | null>(null)
  const test = useWrite({
    mutationFn: () => send(testPushDevice, { params: { id } }),
    meta: { failure: 'Error testing the device', invalidates: KEYS },
  })
  const run = async () => {
    setAnswer(null)
    const result = await test.write()
    if (result)
      setAnswer({ isPassed: result.ok === 1, text: result.reason ?? 'Sent to the push service' })
  }
  const now = new Date(serverNow())
  const since = last === null ? 'No notice yet' : `Last notice ${formatLastUse(last, now)}`
  return (
    <PanelRow
      icon={/iPhone|iPad|Android/.test(name) ? Smartphone : Laptop}
      title={name}
      line={
        <small
          role="status"
          style={answer ? { color: answer.isPassed ? 'var(--positive)' : 'var(--negative)' } : {}}
        >
          {answer?.text ?? (device.is_current === 1 ? `This device. ${since}` : since)}
        </small>
      }
    >
      <Button
        size="sm"
        variant="ghost"
        isBusy={test.isBusy}
        busyLabel="Testing"
        disabledReason={offline}
        onClick={() => void run()}
      >
        Test
      </Button>
      <IconButton label={`Remove ${name}`} icon={X} onClick={() => props.onRemove(device)} />
    </PanelRow>
  )
}
