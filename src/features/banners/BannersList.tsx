import { useQuery } from '@tanstack/react-query'
import { Images } from 'lucide-react'
import { pluralize } from '#src/domain/text/text.ts'
import { describeError } from '#src/session/describe-error.ts'
import { useOnline } from '#src/session/use-online.ts'
import { useMayWrite } from '#src/state/session.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { ErrorState } from '#src/ui/ErrorState.tsx'
import { SortableList } from '#src/ui/lists/SortableList.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { Surface } from '#src/ui/Surface.ts'
import { styled } from '#src/ui/theme.ts'
import { TopBarSlot } from '#src/ui/TopBarSlot.tsx'
import type { ProjectOverview } from '#src/wire/projects.ts'
import { bannerQueries } from './banner-queries.ts'
import { BannerCard } from './BannerCard.tsx'
import { useReorderBanners } from './use-reorder-banners.ts'

/** The sortable list of a project's banners; a new order is saved at once. */
export function BannersList({ project }: { project: ProjectOverview }) {
  const isOnline = useOnline()
  const mayWrite = useMayWrite()
  const query = useQuery(bannerQueries.list(project.id))
  const reorder = useReorderBanners(project.id)
  const banners = query.data

  if (!banners) {
    const isPaused = query.fetchStatus === 'paused'
    return query.isError || isPaused ? (
      <Surface>
        <ErrorState
          title="Error fetching banners"
          text={
            isPaused
              ? 'You are offline, and they were not saved on this device.'
              : describeError(query.error)
          }
          onRetry={() => void query.refetch()}
          isRetrying={query.isFetching}
        />
      </Surface>
    ) : (
      <div aria-busy="true">
        <BannersPlaceholder />
      </div>
    )
  }
  return (
    <>
      <TopBarSlot place="note">{pluralize(banners.length, 'banner')}</TopBarSlot>
      {banners.length === 0 ? (
        <Surface>
          <EmptyState
            icon={Images}
            title="No banners yet"
            text={mayWrite ? 'Create the first one with the button below.' : undefined}
          />
        </Surface>
      ) : !mayWrite ? (
        banners.map((banner, index) => (
          <BannerCard
            key={banner.id}
            banner={banner}
            project={project}
            number={index + 1}
            handle={null}
          />
        ))
      ) : (
        <SortableList
          items={banners}
          keyOf={(banner) => banner.id}
          nameOf={() => 'banner'}
          onReorder={reorder}
          disabled={!isOnline}
          renderItem={(banner, handle, index) => (
            <BannerCard banner={banner} project={project} number={index + 1} handle={handle} />
          )}
        />
      )}
    </>
  )
}

const NAMES = ['first', 'second', 'third']

const Card = styled(Surface)`
  display: flex;
  align-items: center;
  gap: 32px;
  height: 332px;
  margin-bottom: 12px;
  padding: 24px;
`

/** Skeletons of three banners. */
export function BannersPlaceholder() {
  return NAMES.map((name) => (
    <Card key={name} as="div" aria-hidden>
      <Skeleton width="42%" height={248} radius={10} />
      <Skeleton width={124} height={258} radius={20} />
    </Card>
  ))
}
