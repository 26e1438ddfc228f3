import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Loaded } from '#src/records/page/Loaded.tsx'
import { OFFLINE_REFUSAL, useOnline } from '#src/session/use-online.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { Surface } from '#src/ui/Surface.ts'
import { MOBILE, styled } from '#src/ui/theme.ts'
import { TopBarSlot } from '#src/ui/TopBarSlot.tsx'
import { useIsMobile } from '#src/ui/use-media.ts'
import type { Rule } from '#src/wire/alerts.ts'
import { DevicesPanel } from './DevicesPanel.tsx'
import { DigestPanel } from './DigestPanel.tsx'
import { FiredPanel } from './FiredPanel.tsx'
import { QuietHoursPanel } from './QuietHoursPanel.tsx'
import { ruleDrafts } from './rule-form.ts'
import { RuleDialog } from './RuleDialog.tsx'
import { RuleList, RuleListPlaceholder } from './RuleList.tsx'
import { SuggestionNotice, SuggestionPanel, useSuggestions } from './suggestions.tsx'
import { useAlerts } from './use-alerts.ts'

const Columns = styled('div')`
  display: grid;
  grid-template-columns: minmax(0, 1fr) 344px;
  gap: 0 16px;
  align-items: start;
  @media (max-width: 1099px) {
    grid-template-columns: minmax(0, 1fr);
  }
`
const Main = styled('div')`
  display: grid;
  gap: 16px;
  margin-bottom: 16px;
  /* The grid has the gaps; a panel's own would add to them. */
  & > section {
    margin-bottom: 0;
  }
  ${MOBILE} {
    gap: 12px;
    margin-bottom: 12px;
  }
`

/** The rule that a dialog left open is about; null for a new one, undefined without a dialog. */
const draftRule = () => ruleDrafts.ids().map((id) => ruleDrafts.read(id).rule ?? null)[0]

/** The alerts of this person, and how they are sent. */
export function AlertsPage() {
  const isOnline = useOnline()
  const isMobile = useIsMobile()
  const { query, alerts, save } = useAlerts()
  const [open, setOpen] = useState<Rule | null | undefined>(draftRule)
  const offline = isOnline ? undefined : OFFLINE_REFUSAL
  const count = alerts?.rules.length ?? 0
  const suggestions = useSuggestions(alerts, save)
  const hasOnlySuggestions = alerts !== undefined && count === 0 && suggestions.open.length > 0
  // Adding the first one must not take away the others that the person is reading.
  const [isPanelOpen, setPanelOpen] = useState(false)
  if (hasOnlySuggestions && !isPanelOpen) setPanelOpen(true)
  const hasPanel = isPanelOpen && suggestions.open.length > 0
  const add = (
    <Button
      variant="primary"
      icon={Plus}
      isBlock={isMobile}
      disabledReason={offline ?? suggestions.fullReason}
      onClick={() => setOpen(null)}
    >
      Add alert
    </Button>
  )
  return (
    <>
      {alerts && (
        <TopBarSlot place="note">
          Yours alone
          {count > 0 &&
            `; ${alerts.rules.filter((rule) => rule.enabled === 1).length} of ${count} on`}
        </TopBarSlot>
      )}
      {!isMobile && <TopBarSlot place="tools">{add}</TopBarSlot>}
      <Columns>
        <div>
          <Main>
            {hasPanel ? (
              <SuggestionPanel suggestions={suggestions} offline={offline} />
            ) : (
              alerts &&
              count > 0 && <SuggestionNotice suggestions={suggestions} offline={offline} />
            )}
            {!hasOnlySuggestions && (
              <Surface aria-label="Rules" style={{ overflow: 'clip' }}>
                <Loaded
                  query={{ ...query, data: alerts }}
                  failed="Alerts did not load"
                  notCached="You are offline, and your alerts were not saved on this device."
                  placeholder={<RuleListPlaceholder />}
                >
                  {({ rules }) => (
                    <RuleList rules={rules} offline={offline} save={save} onEdit={setOpen} />
                  )}
                </Loaded>
              </Surface>
            )}
            {isMobile && add}
          </Main>
          {alerts && <FiredPanel />}
        </div>
        {alerts && (
          <div>
            <DevicesPanel offline={offline} />
            <QuietHoursPanel settings={alerts.settings} offline={offline} save={save} />
            <DigestPanel settings={alerts.settings} offline={offline} save={save} />
          </div>
        )}
      </Columns>
      {open !== undefined && (
        <RuleDialog rule={open} save={save} onClose={() => setOpen(undefined)} />
      )}
    </>
  )
}
