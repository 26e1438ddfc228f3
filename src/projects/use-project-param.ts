import { PROJECT_PARAM } from '#src/records/page-hrefs.ts'
import { useUrlParams } from '#src/records/use-url-params.ts'

/**
 * The project of a page that shows one, kept in the page's URL.
 * @param ids the projects to choose from
 * @param initial the project without a choice; the first one unless given
 */
export function useProjectParam(
  ids: readonly string[],
  initial = ids[0],
): { projectId: string | undefined; choose: (id: string) => void } {
  const [params, change] = useUrlParams()
  const requested = params.get(PROJECT_PARAM)
  return {
    projectId: ids.find((id) => id === requested) ?? initial,
    choose: (id) =>
      change(
        (next) => {
          next.set(PROJECT_PARAM, id)
          return next
        },
        { replace: true },
      ),
  }
}
