import { useQuery } from '@tanstack/react-query'
import { Fragment, useState, type ReactNode } from 'react'
import { useSnapshot } from 'valtio'
import { pluralizeCount } from '#src/domain/money/money.ts'
import type { FigureFormat } from '#src/domain/text/mask.ts'
import { toPeriodRequest } from '#src/figures/period-request.ts'
import { PurchasesLink } from '#src/records/cells/PurchasesLink.tsx'
import { below, ROW_PADDING_PX } from '#src/records/list/table-columns.ts'
import { cellClass, gridOf, visibleBelow } from '#src/records/list/Table.tsx'
import { Fact, Facts } from '#src/records/page/Facts.tsx'
import { Loaded } from '#src/records/page/Loaded.tsx'
import type { CountedPurchases } from '#src/records/purchases-href.ts'
import { filters } from '#src/state/filters.ts'
import { useSession } from '#src/state/session.ts'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { Change } from '#src/ui/text/Change.tsx'
import { CodeTag } from '#src/ui/text/CodeTag.ts'
import { MaskableText } from '#src/ui/text/Mask.tsx'
import { css, MOBILE, styled } from '#src/ui/theme.ts'
import { CHANNEL_COLUMNS, FIGURE_COLUMNS, figureCell } from './channel-columns.tsx'
import { channelPurchases } from './channel-purchases.ts'
import { countriesQuery } from './channel-queries.ts'
import { channelName, toCountryRows, type ChannelRow, type CountryRow } from './channel-rows.ts'
import { CHANNEL_LABELS } from './channel-sorts.ts'
import { isComparable, type ChannelView } from './channel-view.ts'

/** So many are shown before all of them. */
const FIRST_COUNTRIES = 4

// In the columns of the channels: with the same grid and the padding of their rows.
const Rows = styled('table')`
  display: block;
  width: 100%;
  & > tbody {
    display: block;
  }
`
const Line = styled('tr')`
  position: relative;
  display: grid;
  ${gridOf(CHANNEL_COLUMNS)}
  align-items: center;
  height: 36px;
  padding: 0 ${ROW_PADDING_PX}px;
  color: var(--text-3);
  & + &::before {
    content: '';
    position: absolute;
    inset: 0 0 auto 28px;
    border-top: 1px solid var(--line);
  }
  & > td,
  & > th {
    padding: 0;
    font-weight: inherit;
    text-align: start;
  }
  /* After the column of the chevron. */
  & > :first-child {
    grid-column: 2;
  }
`
const Label = styled('span')`
  display: flex;
  align-items: center;
  gap: 8px;
  min-width: 0;
  color: var(--text-2);
`
const Inset = styled('div')`
  padding: 0 ${ROW_PADDING_PX}px 0 52px;
  ${below(1084, 'padding-left: 48px;')}
`
const Dropped = styled('div')`
  padding: 12px ${ROW_PADDING_PX}px 12px 48px;
  border-bottom: 1px solid var(--line);
  & > dl {
    margin: 0;
  }
`
const CardLine = styled('div')`
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto 76px;
  align-items: center;
  gap: 8px;
  min-height: 36px;
  font-variant-numeric: tabular-nums;
  & > :last-child {
    text-align: end;
  }
  ${MOBILE} {
    min-height: 44px;
  }
`
const more = css`
  min-height: 36px;
  color: var(--accent);
  font: var(--t-small);
  ${MOBILE} {
    min-height: 44px;
  }
`

/** The countries of a channel, the largest first; they are fetched when it is opened. */
export function ChannelCountries(props: {
  row: ChannelRow
  view: ChannelView
  /** Its purchases have a list. */
  isLinked: boolean
  isCard: boolean
}) {
  const { row, view, isCard } = props
  const { selection, excludeUnknown, figures } = view
  const { authorized } = useSession()
  const { asOf } = useSnapshot(filters)
  const canCompare = toPeriodRequest(selection, asOf, true) !== null
  const now = useQuery({ ...countriesQuery(selection, row.names, false), enabled: authorized })
  const before = useQuery({
    ...countriesQuery(selection, row.names, true),
    enabled: authorized && canCompare,
  })
  const [isWhole, setWhole] = useState(false)
  const past = canCompare && isComparable(now, before) ? (before.data?.rows ?? null) : null
  const frame = (content: ReactNode) => (isCard ? content : <Inset>{content}</Inset>)
  return (
    <>
      {!isCard && <DroppedFigures row={row} figures={figures} />}
      <Loaded
        query={now}
        failed="Countries did not load"
        notCached="You are offline, and these countries are not saved on this device."
        placeholder={frame(<Placeholder />)}
      >
        {(data) => {
          const rows = toCountryRows(data.rows, past, excludeUnknown)
          const shown = isWhole ? rows : rows.slice(0, FIRST_COUNTRIES)
          const isMore = rows.length > FIRST_COUNTRIES
          const all = figures.isMasked ? 'all' : `all ${rows.length}`
          const { range } = data.resolvedQuery
          const countedOf = (country: CountryRow) =>
            props.isLinked && !figures.isMasked ? channelPurchases(row, range, country) : null
          return (
            <>
              {isCard ? (
                <div role="list" aria-label="Countries">
                  {shown.map((country) => (
                    <CardLine key={country.key} role="listitem">
                      <CountryLabel
                        country={country}
                        figures={figures}
                        counted={countedOf(country)}
                      />
                      {figureCell('usd', country, figures)}
                      {country.before ? (
                        <Change
                          now={country.now.amount}
                          before={country.before.amount}
                          figures={figures}
                        />
                      ) : (
                        <span />
                      )}
                    </CardLine>
                  ))}
                </div>
              ) : (
                <CountryTable row={row} countries={shown} figures={figures} countedOf={countedOf} />
              )}
              {rows.length === 0 && frame(<p className="small t3">No country is known.</p>)}
              {isMore &&
                frame(
                  <button
                    type="button"
                    className={more}
                    aria-expanded={isWhole}
                    onClick={() => setWhole(!isWhole)}
                  >
                    {isWhole ? `Show the first ${FIRST_COUNTRIES}` : `Show ${all} countries`}
                  </button>,
                )}
            </>
          )
        }}
      </Loaded>
    </>
  )
}

function Placeholder() {
  return (
    <div aria-busy="true">
      {Array.from({ length: FIRST_COUNTRIES + 1 }, (_unused, index) => (
        <div key={index} style={{ height: 36, paddingTop: 12 }}>
          <Skeleton width="48%" />
        </div>
      ))}
    </div>
  )
}

function CountryLabel(props: {
  country: CountryRow
  figures: FigureFormat
  /** Where the name leads on a card, which has no number of purchases. */
  counted?: CountedPurchases | null
}) {
  const { country, figures, counted = null } = props
  const { code, label, place } = country
  const name = <MaskableText text={figures.label(label, place)} />
  return (
    <Label>
      {code !== undefined && <CodeTag aria-hidden>{figures.isMasked ? '' : code}</CodeTag>}
      {/* A link's touch target is larger than its line, which a cut would clip. */}
      <span
        className={counted === null ? 'trunc' : undefined}
        {...(figures.isMasked ? {} : { title: label })}
      >
        {counted === null ? (
          name
        ) : (
          <PurchasesLink counted={counted} label={label}>
            {name}
          </PurchasesLink>
        )}
      </span>
    </Label>
  )
}

function CountryTable(props: {
  row: ChannelRow
  countries: readonly CountryRow[]
  figures: FigureFormat
  countedOf: (country: CountryRow) => CountedPurchases | null
}) {
  const { row, countries, figures, countedOf } = props
  const name = figures.isMasked ? 'Countries' : `Countries of ${channelName(row)}`
  const [, channel, ...columns] = CHANNEL_COLUMNS.map((column) => cellClass(column))
  return (
    <Rows aria-label={name}>
      <thead className="sr">
        <tr>
          <th scope="col">Country</th>
          {FIGURE_COLUMNS.map((column) => (
            <th key={column} scope="col">
              {CHANNEL_LABELS[column]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {countries.map((country) => (
          <Line key={country.key}>
            <th scope="row" className={channel}>
              <CountryLabel country={country} figures={figures} />
            </th>
            {FIGURE_COLUMNS.map((column, index) => (
              <td
                key={column}
                className={`${columns[index] ?? ''}${column === 'usd' ? ' t2' : ''}`}
              >
                {column === 'purchases' ? (
                  <Purchases
                    counted={countedOf(country)}
                    label={`Show the ${pluralizeCount(country.now.purchases, 'purchase')} of ${channelName(row)} from ${country.label}`}
                  >
                    {figureCell(column, country, figures)}
                  </Purchases>
                ) : (
                  figureCell(column, country, figures)
                )}
              </td>
            ))}
          </Line>
        ))}
      </tbody>
    </Rows>
  )
}

/** How many purchases a country has, which leads to them. */
function Purchases(props: {
  counted: CountedPurchases | null
  label: string
  children: ReactNode
}) {
  const { counted, label, children } = props
  return counted === null ? (
    children
  ) : (
    <PurchasesLink counted={counted} label={label}>
      {children}
    </PurchasesLink>
  )
}

const DROPPING = CHANNEL_COLUMNS.flatMap(({ key, dropBelow }) =>
  dropBelow === undefined ? [] : [{ key, dropBelow }],
)
const WIDEST = Math.max(...DROPPING.map(({ dropBelow }) => dropBelow))

/** The figures whose columns the table has no room for. */
function DroppedFigures({ row, figures }: { row: ChannelRow; figures: FigureFormat }) {
  return (
    <Dropped className={visibleBelow(WIDEST)}>
      <Facts>
        {FIGURE_COLUMNS.map((column) => {
          const drop = DROPPING.find(({ key }) => key === column)
          return (
            <Fragment key={column}>
              {drop && (
                <Fact label={CHANNEL_LABELS[column]} className={visibleBelow(drop.dropBelow)}>
                  {figureCell(column, row, figures)}
                </Fact>
              )}
            </Fragment>
          )
        })}
      </Facts>
    </Dropped>
  )
}
