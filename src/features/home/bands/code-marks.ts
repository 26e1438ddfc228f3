import * as z from 'zod/mini'
import { source } from '#src/features/home/cards/queries.ts'
import { codeEffectCalls } from '#src/wire/code-effects.ts'

/** A code's window, instants in epoch ms. */
const codeMarkSchema = z.object({
  is: z.literal('code'),
  project: z.string(),
  id: z.string(),
  code: z.string(),
  percentage: z.number(),
  start: z.number(),
  /** When it ends or was disabled; null if it goes on. */
  end: z.nullable(z.number()),
  isDisabled: z.boolean(),
  uses: z.number(),
  maxUses: z.nullable(z.number()),
})
/** The first purchase of a stage, epoch ms. */
const stageMarkSchema = z.object({
  is: z.literal('stage'),
  project: z.string(),
  stage: z.string(),
  at: z.number(),
})
const markSchema = z.union([codeMarkSchema, stageMarkSchema])
export type CodeMark = z.infer<typeof codeMarkSchema>
export type StageMark = z.infer<typeof stageMarkSchema>
type Mark = z.infer<typeof markSchema>

const at = (instant: string) => Date.parse(instant)

/** What stands under the graph: codes and changes of stage. */
export const codeMarks = source({
  call: codeEffectCalls.listCodeWindows,
  item: markSchema,
  toItems: ({ codes, stages }): Mark[] => [
    ...codes.map((row) => {
      const ends = [row.end_date, row.disabled_at].flatMap((end) => (end === null ? [] : [at(end)]))
      return {
        is: 'code' as const,
        project: row.project_id,
        id: row.id,
        code: row.code,
        percentage: row.percentage,
        start: at(row.start_date),
        end: ends.length === 0 ? null : Math.min(...ends),
        isDisabled: row.disabled === 1,
        uses: row.uses,
        maxUses: row.max_uses,
      }
    }),
    ...stages.map((row) => ({
      is: 'stage' as const,
      project: row.project_id,
      stage: row.stage_name,
      at: at(row.first_at),
    })),
  ],
})
