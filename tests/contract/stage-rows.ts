import { filter, onProject, type Row } from './row-makers.ts'

/** Calls about planned stages and public progress. */
export const stageRows = {
  sumStages: filter('finance', '/stages/summary'),
  getStagePlan: onProject('finance', 'GET', (id) => `/projects/${id}/stages`, 200),
  // Somebody else has saved it.
  saveStagePlan: onProject(
    'admin',
    'PUT',
    (id) => `/projects/${id}/stages`,
    409,
    () => ({ body: { version: 1_000_000, stages: [] } }),
  ),
  getProgress: onProject('admin', 'GET', (id) => `/projects/${id}/progress`, 200),
  saveProgress: onProject(
    'admin',
    'PUT',
    (id) => `/projects/${id}/progress`,
    200,
    () => ({ body: { public: 0, fields: [] } }),
  ),
  // Off unless turned on.
  getPublicProgress: {
    may: 'open',
    kind: 'none',
    status: 404,
    make: (scope, { own }) =>
      scope === 'none' ? { method: 'GET', path: `/public/projects/${own.id}/progress` } : null,
  },
} satisfies Record<string, Row>
