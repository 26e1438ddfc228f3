// Which modules share a chunk. Each group takes what its files import too, but for what a group above
// it has: so a group names the roots only. Everything else is a chunk of the page that imports it. Each
// group is one that many pages load: tests/e2e/first-load.spec.ts counts what a browser fetches.

/** @param {readonly string[]} files of src, without extension @param {string} [packages] a pattern */
const chunk = (files, packages) =>
  new RegExp(
    [
      ...(files.length > 0 ? [`/src/(?:${files.join('|')})\\.tsx?$`] : []),
      ...(packages === undefined ? [] : [packages]),
    ].join('|'),
  )

/** @param {string} names a pattern */
const icons = (names) => `lucide-react/dist/esm/icons/(?:${names})\\.mjs$`

/** What every page shows, and the fields of Login. */
const shell = chunk(
  [
    'main',
    'session/error-message',
    'session/use-online',
    'app/frame/Logo',
    'app/frame/UpdateNotice',
    'ui/controls/Button',
    'ui/controls/IconButton',
    'ui/SilentBoundary',
    'ui/fields/TextField',
    'wire/auth',
  ],
  `rolldown/runtime|/node_modules/(?:react|react-dom|scheduler)/|${icons('eye-off')}`,
)

/** What the pages around signing in share, and no other page needs. */
const fields = chunk(
  [
    'account/passkeys',
    'api/sign-in',
    'api/use-auth-options',
    'app/frame/AuthLayout',
    'ui/fields/auth-parts',
    'ui/fields/PasswordField',
  ],
  icons('eye|fingerprint-pattern'),
)

/** The frame of the pages behind Login, and what Home shares with other pages. */
const screens = chunk(
  [
    'session/describe-error',
    'cache/persister',
    'app/frame/AppLayout',
    'app/DataProvider',
    'domain/text/csv',

    'records/cells/link-style',
    'ui/text/Mask',
    'ui/text/MiddleText',
    'ui/text/ProjectDot',
    'ui/save-file',
    'wire/analytics',
    'wire/project-name',
  ],
  icons('check|chevrons?-[a-z-]+|download|folder-x|inbox|minus|plus'),
)

/** What the lists and pages of records share with the search for everything. */
const records = chunk(
  [
    'api/team',
    'domain/money/decimals',
    'domain/sale/(?:code-state|purchase-status|recognise-search|record-formats)',
    'projects/ProjectName',
    'records/cells/(?:CodeStateBadge|PurchaseMarks|RecordLink|StatusLabel)',
    'records/code-effect-query',
    'ui/controls/use-copy',
    'ui/text/Badge',
    'ui/use-settled',
    'wire/(?:code-effects|leads|team|transaction-details|transactions|wallet-details)',
  ],
  icons('copy|file|images|user-plus|users-round|wallet'),
)

/** Without what only the line chart of the launch comparison needs. */
const CHART_PACKAGES =
  '/node_modules/(?:echarts(?!/lib/(?:chart/(?:line/|helper/Symbol)|layout/points|util/styleCompat))|echarts-for-react|zrender(?!/lib/graphic/(?:Linear)?Gradient)|size-sensor|fast-deep-equal)/'

/** The first ones take precedence. @type {Record<string, RegExp>} */
const groups = {
  shell,
  fields,
  screens,
  home: chunk(['features/home/HomePage']),
  charts: chunk(['ui/charts/EChart'], CHART_PACKAGES),
  // Loaded by every page when the browser is idle, and by those behind Login.
  background: chunk(['app/background']),
  menus: chunk([
    'app/filters/filter-menus',
    'app/frame/RareNotices',
    'credits/ApprovalCount',
    'projects/LegendList',
    'ui/charts/ChartTooltipLayer',
  ]),
  records,
  // What the chains say of purchases: of Home, Settlement, Allocations and the list of purchases.
  proofs: chunk(['features/home/ProofLine']),
  // What Home loads after its first chart.
  cards: chunk(['features/home/ranked/LowerCard', 'features/home/LaterFigures']),
  // What the pages of purchases, payments, settlements and connections share of chains.
  chains: chunk(
    [
      'api/chains',
      'domain/sale/chain-presets',
      'figures/use-proofs',
      'records/cells/(?:PaymentsLink|ProofMark|ShortLink)',
      'ui/dialogs/FootNote',
      'ui/text/MaskedSentence',
      'wire/chains',
    ],
    icons('blocks|shield-[a-z-]+'),
  ),
  // What the pages of lists and of sums share.
  panels: chunk(
    ['records/filters/use-list-filters', 'records/list/list-frame', 'ui/lists/SumList'],
    icons('info'),
  ),
  // Small parts of the pages behind Login: the first load names each chunk.
  parts: chunk(
    [
      'credits/corrections/RowActions',
      'domain/people/read-only',
      'records/cells/(?:DateTime|TokenAmount|UsdAmount)',
      'records/list/use-opened-rows',
      'records/page/(?:Facts|Loaded|PagesFailed|RefreshFailed)',
      'records/record-definition',
      'ui/Notice',
      'ui/controls/(?:CopyButton|IconBox)',
      'ui/dialogs/ConfirmDialog',
      'ui/fields/(?:CheckField|LabelledGroup|SettingsGroup)',
      'ui/lists/(?:Panel|PanelRow)',
      'writes/WriteFoot',
    ],
    icons(
      'circle-x|copy-plus|hourglass|laptop|link|monitor|pencil|rotate-ccw-clock|send|triangle-exclamation-point',
    ),
  ),
  // What people who only look see. It needs an icon of the fields of Login.
  readers: chunk(['app/frame/Reader', 'writes/use-write-lock']),
}

/** For Rolldown's `codeSplitting.groups`. */
export const chunkGroups = Object.entries(groups).map(([name, test], place, all) => ({
  name,
  test,
  priority: all.length - place,
}))
