import {
  Download,
  EyeOff,
  FunnelX,
  HandCoins,
  Images,
  Layers,
  LogOut,
  Plus,
  RefreshCw,
  Snowflake,
  UserPlus,
} from 'lucide-react'
import { canSeeFinance, isAdmin } from '#src/domain/people/roles.ts'
import { editStagesHref } from '#src/records/record-hrefs.ts'
import type { FindOption } from './find-option.ts'
import type { Named } from './named-matches.ts'

/** An action and the words that find it. */
export type FindAction = Named & Omit<FindOption, 'key' | 'facts' | 'title'> & { facts?: string[] }

/** What the actions depend on. */
export interface ActionContext {
  role: string
  /** False for people who only look. */
  mayWrite: boolean
  isOnline: boolean
  hasProject: boolean
  /** Whose stages are edited: the first of the selected ones; undefined where there are no stages. */
  stagesOf: string | undefined
  hasBanners: boolean
  hasTeam: boolean
  hasAllocations: boolean
  privacy: boolean
  excludeUnknown: boolean
  setPrivacy: (isOn: boolean) => void
  setExcludeUnknown: (isOn: boolean) => void
  refresh: () => void
  logout: () => void
}

const onOff = (isOn: boolean) => (isOn ? 'On' : 'Off')

/** The actions that role and connection allow, the most needed first. */
export function findActions(context: ActionContext): FindAction[] {
  const { role, mayWrite, isOnline, privacy, excludeUnknown, stagesOf } = context
  const isFinance = canSeeFinance(role)
  const isReady = isOnline && context.hasProject
  const canWrite = isReady && mayWrite
  const actions: [isAllowed: boolean, action: FindAction][] = [
    [
      isFinance && canWrite,
      {
        icon: Plus,
        title: 'Create bonus code',
        words: 'new add promo discount',
        target: { href: '/bonus-codes?action=create' },
      },
    ],
    [!isFinance && mayWrite && isOnline && context.hasBanners, createBanner],
    [
      isFinance && mayWrite && context.hasProject,
      {
        icon: HandCoins,
        title: 'Add Tokens',
        words: 'credit wallet',
        facts: ['Choose a wallet first'],
        target: { href: '/users' },
      },
    ],
    [!isFinance && isReady, exportLeads],
    [
      true,
      {
        icon: EyeOff,
        title: 'Privacy mode',
        words: 'hide show amounts figures mask',
        badge: onOff(privacy),
        target: { run: () => context.setPrivacy(!privacy) },
      },
    ],
    [
      isOnline,
      {
        icon: RefreshCw,
        title: 'Refresh',
        words: 'reload update',
        target: { run: context.refresh },
      },
    ],
    [isFinance && mayWrite && isOnline && context.hasBanners, createBanner],
    [isFinance && isReady, exportLeads],
    [
      isAdmin(role) && isOnline && context.hasTeam,
      {
        icon: UserPlus,
        title: 'Invite to the team',
        words: 'add person user',
        target: { href: '/team?action=invite' },
      },
    ],
    [
      isAdmin(role) && canWrite && context.hasAllocations,
      {
        icon: Snowflake,
        title: 'Freeze list',
        words: 'allocations airdrop claim merkle snapshot',
        target: { href: '/allocations?action=freeze' },
      },
    ],
    [
      isAdmin(role) && canWrite && stagesOf !== undefined,
      {
        icon: Layers,
        title: 'Edit stages',
        words: 'plan price supply cap',
        target: { href: editStagesHref(stagesOf ?? '') },
      },
    ],
    [
      true,
      {
        icon: FunnelX,
        title: 'Exclude unknown',
        words: 'filter',
        badge: onOff(excludeUnknown),
        target: { run: () => context.setExcludeUnknown(!excludeUnknown) },
      },
    ],
    [
      true,
      { icon: LogOut, title: 'Logout', words: 'sign out leave', target: { run: context.logout } },
    ],
  ]
  return actions.flatMap(([isAllowed, action]) => (isAllowed ? [action] : []))
}

const createBanner: FindAction = {
  icon: Images,
  title: 'Create banner',
  words: 'new add image',
  target: { href: '/banners?action=create' },
}
const exportLeads: FindAction = {
  icon: Download,
  title: 'Export leads',
  words: 'download csv',
  target: { href: '/leads?action=export' },
}
