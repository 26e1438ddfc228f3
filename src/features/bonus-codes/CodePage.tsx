import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useSnapshot } from 'valtio'
import { useProjects } from '#src/api/projects.ts'
import { figureFormat } from '#src/domain/text/mask.ts'
import { deviceZone } from '#src/domain/time/zone.ts'
import { codeEffectQuery } from '#src/records/code-effect-query.ts'
import { showRow } from '#src/records/list/use-paged-list.ts'
import { NotesCard } from '#src/records/notes/NotesCard.tsx'
import { RecordPage } from '#src/records/page/RecordPage.tsx'
import { RecordStack } from '#src/records/page/RecordStack.ts'
import { useDocumentTitle } from '#src/records/page/use-document-title.ts'
import { useLiveNotes } from '#src/records/page/use-live-notes.ts'
import { useRecordPath } from '#src/records/record-hrefs.ts'
import { clock } from '#src/state/clock.ts'
import { filters } from '#src/state/filters.ts'
import { usePrivacy } from '#src/state/privacy.ts'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { Surface } from '#src/ui/Surface.ts'
import { MOBILE, styled } from '#src/ui/theme.ts'
import type { BonusCode } from '#src/wire/bonus-codes.ts'
import type { CodeEffect } from '#src/wire/code-effects.ts'
import { countryParts, sourceParts } from './code-parts.ts'
import { CodeFigures } from './CodeFigures.tsx'
import { CodeGraph } from './CodeGraph.tsx'
import { CodeHead } from './CodeHead.tsx'
import { CodePartsCard } from './CodePartsCard.tsx'
import { CodeWindowsCard } from './CodeWindowsCard.tsx'
import { bonusCodeList, findCode } from './queries.ts'

const Pair = styled('div')`
  display: grid;
  grid-template-columns: repeat(2, minmax(0, 1fr));
  gap: 16px;
  @container record (width < 640px) {
    grid-template-columns: minmax(0, 1fr);
  }
  ${MOBILE} {
    gap: 12px;
  }
`

/** One bonus code: what was sold with it, and how the project sold before, during and after. */
export function CodePage() {
  const { projectId, id } = useRecordPath()
  const query = useQuery(codeEffectQuery({ project_id: projectId, id }))
  return (
    <RecordPage
      query={query}
      what="bonus code"
      needs="campaigns"
      list={{ href: '/bonus-codes', title: 'Bonus Codes' }}
      skeleton={<CodeSkeleton />}
    >
      {(effect) => (
        <LoadedCode key={effect.code.id} effect={effect} fetchedAt={query.dataUpdatedAt} />
      )}
    </RecordPage>
  )
}

function LoadedCode(props: {
  effect: CodeEffect
  /** By the device's clock, epoch ms. */
  fetchedAt: number
}) {
  const { effect, fetchedAt } = props
  const { code, during } = effect
  const privacy = usePrivacy()
  const { asOf } = useSnapshot(filters)
  const { skewMs } = useSnapshot(clock)
  const { colours } = useProjects()
  useNotesOfCode(code)
  useDocumentTitle(`Bonus code ${code.code}`, 'Bonus code')
  const colour = colours.get(code.project_id) ?? 'grey'
  const figures = figureFormat(privacy)
  const times = { dataAt: fetchedAt + skewMs, asOf }
  const sources = useMemo(() => sourceParts(effect.sources), [effect.sources])
  const countries = useMemo(() => countryParts(effect.countries), [effect.countries])
  const parts = { code: code.code, total: during.amount, colour, figures }
  return (
    <>
      <RecordStack>
        <CodeHead effect={effect} colour={colour} figures={figures} asOf={asOf} />
        <CodeFigures effect={effect} figures={figures} asOf={asOf} />
        <CodeGraph
          effect={effect}
          colour={colour}
          figures={figures}
          times={times}
          zone={deviceZone()}
        />
        <CodeWindowsCard effect={effect} figures={figures} times={times} />
        <Pair>
          <CodePartsCard title="Sources" column="Source" parts={sources} {...parts} />
          <CodePartsCard title="Countries" column="Country" parts={countries} {...parts} />
        </Pair>
      </RecordStack>
      <NotesCard
        record={{ kind: 'bonus_code', project_id: code.project_id, id: code.id }}
        count={code.notes}
      />
    </>
  )
}

/** Shows what others write about the code; only its row is requested, for the count. */
function useNotesOfCode({ project_id: projectId, id }: BonusCode): void {
  const client = useQueryClient()
  useLiveNotes(projectId, {
    onChanged: async () => {
      const now = await findCode(projectId, id)
      if (now === undefined) return
      const { queryKey } = codeEffectQuery({ project_id: projectId, id })
      const { dataUpdatedAt: updatedAt = 0 } = client.getQueryState(queryKey) ?? {}
      client.setQueryData(
        queryKey,
        (effect) => effect && { ...effect, code: { ...effect.code, notes: now.notes } },
        { updatedAt },
      )
      showRow(client, bonusCodeList, now)
    },
  })
}

/** As high as an ended code with five sources and countries. */
function CodeSkeleton() {
  const block = (minHeight: number) => (
    <Surface style={{ minHeight, padding: '19px 20px' }}>
      <Skeleton width="40%" height={14} />
    </Surface>
  )
  return (
    <RecordStack>
      {block(136)}
      {block(136)}
      {block(278)}
      {block(360)}
      <Pair>
        {block(232)}
        {block(232)}
      </Pair>
    </RecordStack>
  )
}
