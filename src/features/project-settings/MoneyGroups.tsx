import type { Project } from '#src/wire/projects.ts'
import { ReadOnlyAddress, ReadOnlyPercent, ReadOnlyFlag } from './read-only-fields.tsx'
import { SettingsGroup } from './SettingsGroup.tsx'

/** Fees and Payments: read-only settings from when the project was created. */
export function MoneyGroups({ project }: { project: Project }) {
  return (
    <>
      <SettingsGroup title="Fees" description="Set when the project was created." isReadOnly>
        <ReadOnlyFlag label="Fee" flag={project.fee_enabled} />
        <ReadOnlyPercent label="Fee percentage" fraction={project.fee_percentage ?? null} />
        <ReadOnlyAddress label="Fee wallet" address={project.fee_wallet_address} />
      </SettingsGroup>
      <SettingsGroup title="Payments" description="Where purchase income goes." isReadOnly>
        <ReadOnlyFlag label="Liquidity split" flag={project.liquidity_split_enabled} />
        <ReadOnlyPercent
          label="Liquidity percentage"
          fraction={project.liquidity_split_percentage ?? null}
        />
        <ReadOnlyAddress label="Liquidity wallet" address={project.liquidity_wallet_address} />
        <ReadOnlyAddress label="Profit wallet" address={project.profit_wallet_address} />
        <ReadOnlyAddress label="Income wallet" address={project.income_wallet_address} />
      </SettingsGroup>
    </>
  )
}
