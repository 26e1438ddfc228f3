import type { ReactNode } from 'react'
import { findCountry } from '#src/domain/countries/countries.ts'
import { Surface } from '#src/ui/Surface.ts'
import { CodeTag } from '#src/ui/text/CodeTag.ts'
import { MOBILE, styled } from '#src/ui/theme.ts'
import type { Source } from '#src/wire/wallets.ts'
import { Fact } from './Facts.tsx'

const TWO_COLUMNS = '@container head (width < 640px)'
/** Two shortened addresses with their copy buttons have no room side by side. */
const ONE_COLUMN = '@container head (width < 310px)'

const Box = styled(Surface)`
  container: head / inline-size;
  padding: 19px;
  ${MOBILE} {
    padding: 15px;
  }
`
const Top = styled('div')`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 8px 16px;
  margin-bottom: 20px;
  ${MOBILE} {
    margin-bottom: 16px;
  }
`
const Facts = styled('dl')`
  display: grid;
  grid-template-columns: repeat(4, minmax(0, 1fr));
  gap: 16px 24px;
  font-variant-numeric: tabular-nums;
  ${TWO_COLUMNS} {
    grid-template-columns: repeat(2, minmax(0, 1fr));
    gap: 12px 16px;
    /* A long value takes the last row. */
    & > .wide {
      grid-column: 1 / -1;
      order: 1;
    }
  }
  ${ONE_COLUMN} {
    grid-template-columns: minmax(0, 1fr);
  }
`
const Foot = styled('div')`
  display: grid;
  margin-top: 16px;
`

/** The head card of a record's page: what it is, its actions, then its facts in four columns. */
export function RecordHead(props: {
  label: string
  top: ReactNode
  /** `Fact`s, of which one with class `wide` takes the last row of a narrow card. */
  children: ReactNode
  /** Actions below the facts, on phones. */
  foot?: ReactNode
}) {
  return (
    <Box aria-label={props.label}>
      <Top>{props.top}</Top>
      <Facts>{props.children}</Facts>
      {props.foot !== undefined && <Foot>{props.foot}</Foot>}
    </Box>
  )
}

/** "google / cpc"; null where neither is known. */
export function sourceText({ utm_source: source, utm_medium: medium }: Source): string | null {
  return source === null && medium === null ? null : `${source ?? 'None'} / ${medium ?? 'None'}`
}

/** Where a visitor came from: the source, else the page with the link. */
export const originText = (source: Source) => sourceText(source) ?? source.referrer

/** The country of a visitor, with its code where the label names one. */
export function CountryFact({ country }: { country: string | null }) {
  const found = country === null ? null : findCountry(country)
  return (
    <Fact label="Country">
      {country !== null && (
        <span style={{ display: 'inline-flex', alignItems: 'center', gap: 6, minWidth: 0 }}>
          {found && <CodeTag aria-hidden>{found.alpha2}</CodeTag>}
          {found?.name ?? country}
        </span>
      )}
    </Fact>
  )
}
