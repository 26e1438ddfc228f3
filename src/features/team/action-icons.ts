import {
  Ban,
  CircleCheck,
  Eye,
  FolderCog,
  LogOut,
  Mail,
  Pencil,
  ShieldOff,
  UserCog,
  type LucideIcon,
} from 'lucide-react'
import type { MemberAction } from './member-actions.ts'

export const ACTION_ICONS: Record<MemberAction, LucideIcon> = {
  role: UserCog,
  projects: FolderCog,
  readOnly: Eye,
  mayWrite: Pencil,
  invite: Mail,
  sessions: LogOut,
  factors: ShieldOff,
  disable: Ban,
  enable: CircleCheck,
}
