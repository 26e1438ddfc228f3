import { trimDecimal } from '#src/domain/money/decimals.ts'
import { groupDecimal } from '#src/domain/money/money.ts'
import type { PublicField } from '#src/wire/stages.ts'
import { formatInstant } from './record-formats.ts'

// What has changed between two plans of stages, as the log of activity has them. An entry may be of
// another version of the server: what has another form than expected is left out.

type Values = Readonly<Record<string, unknown>>

interface LoggedStage {
  id: string
  name: string
  also: string[]
  fields: Readonly<Record<string, string | null>>
}

/** The fields of a stage beside its names, as "price of Stage 5" has them. */
const FIELDS = {
  price_usd: ['price', 'prices'],
  supply: ['supply', 'supplies'],
  starts_at: ['start', 'starts'],
  ends_at: ['end', 'ends'],
} as const

const textOf = (value: unknown) => (typeof value === 'string' ? value : null)
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
const textsOf = (value: unknown): string[] => listOf(value).flatMap((one) => textOf(one) ?? [])

function stagesOf({ stages }: Values): LoggedStage[] {
  return listOf(stages).flatMap((value) => {
    if (typeof value !== 'object' || value === null) return []
    const stage: Values = Object.fromEntries(Object.entries(value))
    const [id, name] = [textOf(stage['id']), textOf(stage['name'])]
    if (id === null || name === null) return []
    const fields = Object.keys(FIELDS).map((field) => [field, textOf(stage[field])])
    return [{ id, name, also: textsOf(stage['also']), fields: Object.fromEntries(fields) }]
  })
}

/** A name as it is compared. */
const keyOf = (name: string) => name.trim().toLowerCase()

const isSame = (a: unknown, b: unknown) => JSON.stringify(a ?? null) === JSON.stringify(b ?? null)

/** "price of Stage 5", "prices of 3 stages"; nothing for none. */
function ofStages([one, many]: readonly [string, string], names: readonly string[]): string[] {
  if (names.length === 0) return []
  return [names.length === 1 ? `${one} of ${names[0]}` : `${many} of ${names.length} stages`]
}

/** "added Stage 7", "added 12 stages"; nothing for none. */
const many = (verb: string, names: readonly string[]): string[] =>
  names.length === 0 ? [] : [`${verb} ${names.length === 1 ? names[0] : `${names.length} stages`}`]

/** "added Stage 7", "price of Stage 5", "soft cap": what a change of a plan has changed, without figures. */
export function planChanges(before: Values, after: Values): string[] {
  const [was, is] = [stagesOf(before), stagesOf(after)]
  const earlier = new Map(was.map((stage) => [stage.id, stage]))
  const kept = is.flatMap((now) => {
    const old = earlier.get(now.id)
    return old === undefined ? [] : [{ old, now }]
  })
  const namesWhere = (differs: (one: (typeof kept)[number]) => boolean) =>
    kept.filter(differs).map(({ now }) => now.name)
  const renamed = kept
    .filter(({ old, now }) => old.name !== now.name)
    .map(({ old, now }) => `${old.name} to ${now.name}`)
  const order = (stages: readonly LoggedStage[]) =>
    stages.map(({ id }) => id).filter((id) => kept.some(({ now }) => now.id === id))
  return [
    ...many(
      'added',
      is.filter(({ id }) => !earlier.has(id)).map(({ name }) => name),
    ),
    ...many(
      'removed',
      was.filter(({ id }) => !is.some((stage) => stage.id === id)).map(({ name }) => name),
    ),
    ...many('renamed', renamed),
    ...Object.entries(FIELDS).flatMap(([field, words]) =>
      ofStages(
        words,
        namesWhere(({ old, now }) => old.fields[field] !== now.fields[field]),
      ),
    ),
    // A renamed stage keeps its old name, which is no change of its own.
    ...ofStages(
      ['other names', 'other names'],
      namesWhere(({ old, now }) => {
        const own = (names: readonly string[]) =>
          names.filter((name) => keyOf(name) !== keyOf(old.name))
        return !isSame(own(old.also), own(now.also)) && old.name === now.name
      }),
    ),
    ...(isSame(order(was), order(is)) ? [] : ['order']),
    ...(isSame(before['soft_cap_usd'], after['soft_cap_usd']) ? [] : ['soft cap']),
    ...(isSame(before['hard_cap_usd'], after['hard_cap_usd']) ? [] : ['hard cap']),
    ...(isSame(before['count_bonuses'] ?? 0, after['count_bonuses'] ?? 0) ? [] : ['bonuses']),
  ]
}

/** "OTC to Stage 3" */
export function joinedNames(before: Values, after: Values): string[] {
  const known = new Set(stagesOf(before).flatMap(({ also }) => also.map(keyOf)))
  return stagesOf(after).flatMap(({ name, also }) =>
    also.filter((one) => !known.has(keyOf(one))).map((one) => `${one} to ${name}`),
  )
}

/** What the fields of the public progress are called. */
export const PUBLIC_FIELD_LABELS: Readonly<Record<PublicField, string>> = {
  stage: 'Stage',
  stage_price_usd: 'Price',
  next_price_usd: 'Next price',
  stage_sold_share: 'Share sold',
  stage_ends_at: 'End of the stage',
  raised_usd: 'Raised',
  hard_cap_usd: 'Hard cap',
}

const isPublicField = (field: string): field is PublicField =>
  Object.hasOwn(PUBLIC_FIELD_LABELS, field)

/** The label of a field; of one that a newer server has, its name. */
export const publicFieldLabel = (field: string): string =>
  isPublicField(field) ? PUBLIC_FIELD_LABELS[field] : field

/** "now public: Stage, Price", "no longer public: Raised"; "off" where all of it is. */
export function progressChanges(before: Values, after: Values): string[] {
  const shown = (values: Values) => (values['public'] === 1 ? textsOf(values['fields']) : [])
  const [was, is] = [shown(before), shown(after)]
  const listed = (what: string, fields: readonly string[]) =>
    fields.length === 0 ? [] : [`${what}: ${fields.map(publicFieldLabel).join(', ')}`]
  if (after['public'] !== 1) return before['public'] === 1 ? ['off'] : []
  return [
    ...(before['public'] === 1 ? [] : ['on']),
    ...listed(
      'now public',
      is.filter((field) => !was.includes(field)),
    ),
    ...listed(
      'no longer public',
      was.filter((field) => !is.includes(field)),
    ),
  ]
}

const STAGE_LABELS: Readonly<Record<string, string>> = {
  price_usd: 'Price',
  supply: 'Supply',
  starts_at: 'Start',
  ends_at: 'End',
}

function textOfField(field: string, value: string | null): string | null {
  if (value === null) return null
  if (field === 'starts_at' || field === 'ends_at') return formatInstant(value)
  const text = groupDecimal(trimDecimal(value))
  return field === 'price_usd' ? `$${text}` : text
}

/** A row of the difference between two plans: "Price of Stage 5", with its texts before and after. */
export interface StageRow {
  label: string
  /** Null: the stage was not there. Empty: it had none. */
  before: string | null
  after: string | null
}

/** One row for each field of a stage that has changed, in the order of the sale; removed stages last. */
export function stageRows(before: unknown, after: unknown): StageRow[] {
  const [was, is] = [stagesOf({ stages: before }), stagesOf({ stages: after })]
  const ids = [...new Set([...is, ...was].map(({ id }) => id))]
  return ids.flatMap((id) => {
    const [earlier, now] = [was.find((one) => one.id === id), is.find((one) => one.id === id)]
    const name = now?.name ?? earlier?.name ?? ''
    const valuesOf = (stage: LoggedStage | undefined) => ({
      Name: stage?.name,
      'Other names': stage?.also.join(', '),
      ...Object.fromEntries(
        Object.entries(STAGE_LABELS).map(([field, label]) => [
          label,
          stage && (textOfField(field, stage.fields[field] ?? null) ?? ''),
        ]),
      ),
    })
    const [old, current] = [valuesOf(earlier), valuesOf(now)]
    return Object.entries(current).flatMap(([label, text]): StageRow[] => {
      const previous = Object.entries(old).find(([one]) => one === label)?.[1]
      if ((previous ?? '') === (text ?? '')) return []
      return [{ label: `${label} of ${name}`, before: previous ?? null, after: text ?? null }]
    })
  })
}
