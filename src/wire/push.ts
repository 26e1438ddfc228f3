import * as z from 'zod/mini'
import { read, type Calls } from './call.ts'
import { flagSchema, idSchema, instantSchema } from './primitives.ts'
import { hasOneDirection } from './project-name.ts'

export const MAX_DEVICES = 10

const KEY_MESSAGE = 'Must be base64url'
const keySchema = z.string().check(z.regex(/^[\w-]{16,128}$/, KEY_MESSAGE))

/** What the browser's push subscription consists of, and a name for the list of devices. */
export const pushSubscriptionSchema = z.strictObject({
  endpoint: z.url('Must be a URL').check(z.maxLength(1000, 'Must be at most 1000 characters')),
  keys: z.strictObject({ p256dh: keySchema, auth: keySchema }),
  name: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, 'Must be 1 to 80 characters'),
      z.maxLength(80, 'Must be 1 to 80 characters'),
      hasOneDirection,
    ),
})
export type PushSubscriptionInput = z.infer<typeof pushSubscriptionSchema>

/** A browser that shows the caller's alerts. Its endpoint is a secret, so no response has it. */
export const pushDeviceSchema = z.object({
  id: idSchema,
  name: z.string(),
  created_at: instantSchema,
  last_notice_at: z.nullable(instantSchema),
  /** Whether it belongs to the session that asks. */
  is_current: flagSchema,
})
export type PushDevice = z.infer<typeof pushDeviceSchema>

const deviceParamsSchema = z.object({ id: idSchema })

export const pushCalls = {
  getPushKey: {
    ...read,
    path: '/push/key',
    summary: "The server's public key (VAPID), base64url, for subscribing",
    roles: 'any',
    response: z.object({ public_key: z.string() }),
  },

  listPushDevices: {
    ...read,
    path: '/push/devices',
    summary: "The caller's devices",
    roles: 'any',
    response: z.array(pushDeviceSchema),
  },

  savePushDevice: {
    own: true,
    method: 'PUT',
    path: '/push/devices',
    summary: 'Add this device, or update it; its endpoint identifies it',
    access: 'signed-in',
    roles: 'any',
    body: pushSubscriptionSchema,
    response: pushDeviceSchema,
    status: 200,
  },

  deletePushDevice: {
    own: true,
    method: 'DELETE',
    path: '/push/devices/:id',
    summary: 'Remove a device',
    access: 'signed-in',
    roles: 'any',
    params: deviceParamsSchema,
    response: null,
    status: 204,
  },

  testPushDevice: {
    own: true,
    method: 'POST',
    path: '/push/devices/:id/test',
    summary: 'Send a test message to a device, and wait for the push service',
    access: 'signed-in',
    roles: 'any',
    params: deviceParamsSchema,
    response: z.object({ ok: flagSchema, reason: z.nullable(z.string()) }),
    status: 200,
  },
} satisfies Calls
