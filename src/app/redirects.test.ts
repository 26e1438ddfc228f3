import { describe, expect, it } from 'vitest'
import type { SessionState } from '#src/state/session.ts'
import type { User } from '#src/wire/users.ts'
import { nextPath, redirectFor } from './redirects.ts'
import { routeOf, type Access } from './routes.ts'

const someone: User = {
  id: '7',
  role: 'admin',
  email: 'a@example.com',
  is_email_verified: 1,
  requires_password_reset: 0,
}
const signedIn = (changes: Partial<User> = {}): SessionState => ({
  is: 'in',
  user: { ...someone, ...changes },
})
const out: SessionState = { is: 'out' }

type Case = [string, SessionState, string, Access | undefined, string | null]

describe('redirects', () => {
  const EVERYBODY = ['admin', 'user', 'client', 'marketing']
  const FINANCE = ['admin', 'user', 'client']
  it.each([
    ['/', EVERYBODY],
    ['/leads', EVERYBODY],
    ['/banners', EVERYBODY],
    ['/seo-scripts', EVERYBODY],
    ['/project-settings', EVERYBODY],
    ['/activity', EVERYBODY],
    ['/alerts', EVERYBODY],
    ['/account', EVERYBODY],
    ['/launch-comparison', FINANCE],
    ['/channels', FINANCE],
    ['/settlement', FINANCE],
    ['/allocations', FINANCE],
    ['/allocations/AURA/3/difference', FINANCE],
    ['/transactions', FINANCE],
    ['/transactions/AURA/7', FINANCE],
    ['/users', FINANCE],
    ['/users/AURA/0x1', FINANCE],
    ['/manual-transactions', FINANCE],
    ['/bonus-codes', FINANCE],
    ['/bonus-codes/AURA/7', FINANCE],
    ['/connections', ['admin']],
    ['/stages/AURA/edit', ['admin']],
    ['/import', ['admin']],
    ['/team', ['admin']],
  ])('%s is a page of %s, and others are led to Home', (path, roles) => {
    const access = routeOf(path)?.access
    const open = EVERYBODY.filter(
      (role) => redirectFor(signedIn({ role }), path, '', access) === null,
    )
    expect(open).toEqual(roles)
    const led = EVERYBODY.map((role) => redirectFor(signedIn({ role }), path, '', access) ?? '/')
    expect(new Set(led)).toEqual(new Set(['/']))
  })

  it.each<Case>([
    ['signed out on Home', out, '/', 'signed-in', '/login'],
    ['signed out elsewhere, with the way back', out, '/leads', 'signed-in', '/login?next=%2Fleads'],
    [
      'after Logout, without the return path',
      { is: 'out', chosen: true },
      '/leads',
      'signed-in',
      '/login',
    ],
    ['signed out on /login', out, '/login', 'signed-out', null],
    ['signed out on a page that is not there', out, '/nowhere', undefined, null],
    [
      'a refused login stays',
      { is: 'failed', error: { code: 401, message: '' } },
      '/login',
      'signed-out',
      null,
    ],
    ['signing in stays', { is: 'fetching' }, '/login', 'signed-out', null],
    ['signed in on /login', signedIn(), '/login', 'signed-out', '/'],
    ['signed in on Home', signedIn(), '/', 'signed-in', null],
    [
      'an unverified user anywhere',
      signedIn({ is_email_verified: 0 }),
      '/leads',
      'signed-in',
      '/verify-email',
    ],
    [
      'an unverified user there',
      signedIn({ is_email_verified: 0 }),
      '/verify-email',
      'signed-in',
      null,
    ],
    [
      'an unverified user on an unknown path',
      signedIn({ is_email_verified: 0 }),
      '/x',
      undefined,
      '/verify-email',
    ],
    ['a verified user on /verify-email', signedIn(), '/verify-email', 'signed-in', '/'],
    [
      'signed out on /verify-email, with the way back',
      out,
      '/verify-email',
      'signed-in',
      '/login?next=%2Fverify-email',
    ],
    [
      'a user who must change the password',
      signedIn({ requires_password_reset: 1 }),
      '/',
      'signed-in',
      '/reset-password',
    ],
    [
      'that user there',
      signedIn({ requires_password_reset: 1 }),
      '/reset-password',
      'signed-in',
      null,
    ],
    [
      'that user on /verify-email',
      signedIn({ requires_password_reset: 1 }),
      '/verify-email',
      'signed-in',
      '/reset-password',
    ],
    [
      'both: verify first',
      signedIn({ is_email_verified: 0, requires_password_reset: 1 }),
      '/reset-password',
      'signed-in',
      '/verify-email',
    ],
    [
      'a user whose role needs a second factor',
      signedIn({ requires_second_factor: 1 }),
      '/leads',
      'signed-in',
      '/second-factor',
    ],
    [
      'that user there',
      signedIn({ requires_second_factor: 1 }),
      '/second-factor',
      'signed-in',
      null,
    ],
    [
      'a password comes before a second factor',
      signedIn({ requires_second_factor: 1, requires_password_reset: 1 }),
      '/second-factor',
      'signed-in',
      '/reset-password',
    ],
    [
      'an email address comes before a second factor',
      signedIn({ requires_second_factor: 1, is_email_verified: 0 }),
      '/second-factor',
      'signed-in',
      '/verify-email',
    ],
    [
      'a user who needs no second factor, there',
      signedIn({ requires_second_factor: 0 }),
      '/second-factor',
      'signed-in',
      '/',
    ],
    ['signed out there', out, '/second-factor', 'signed-in', '/login?next=%2Fsecond-factor'],
    ['signed out on /forgot-password', out, '/forgot-password', 'signed-out', null],
    ['signed in on /forgot-password', signedIn(), '/forgot-password', 'signed-out', '/'],
    ['a user who changes the password by choice', signedIn(), '/reset-password', 'signed-in', null],
    ['a client on /users', signedIn({ role: 'client' }), '/users', 'finance', null],
    ['another role on /users', signedIn({ role: 'marketing' }), '/users', 'finance', '/'],
    ['signed out on /team', out, '/team', 'admin', '/login?next=%2Fteam'],
    ['an admin on /team', signedIn(), '/team', 'admin', null],
    ['a user on /team', signedIn({ role: 'user' }), '/team', 'admin', '/'],
    ['another role on /banners', signedIn({ role: 'marketing' }), '/banners', 'signed-in', null],
    ['signed out on /set-password', out, '/set-password', 'open', null],
    ['an unverified user there', signedIn({ is_email_verified: 0 }), '/set-password', 'open', null],
    ['signed in on a page that is not there', signedIn(), '/nowhere', undefined, null],
  ])('%s', (_who, session, path, access, expected) => {
    expect(redirectFor(session, path, '', access)).toBe(expected)
  })

  it('returns to the requested page after login, filters included', () => {
    expect(redirectFor(out, '/leads', '?period=week', 'signed-in')).toBe(
      '/login?next=%2Fleads%3Fperiod%3Dweek',
    )
    expect(redirectFor(signedIn(), '/login', '?next=%2Fleads%3Fperiod%3Dweek', 'signed-out')).toBe(
      '/leads?period=week',
    )
  })

  it.each([
    // URLs of another host, and what a browser parses as one.
    'https://evil.example/',
    'HTTPS://EVIL.EXAMPLE',
    'https:/evil.example',
    'https:evil.example',
    'https://this.invalid@evil.example/',
    '//evil.example/',
    '//evil.example\\@this.invalid/',
    '//this.invalid@evil.example/',
    '//someone:password@this.invalid/leads',
    '//someone@this.invalid/leads',
    '///evil.example',
    '////evil.example/%2e%2e',
    '/\\evil.example/',
    '\\/evil.example/',
    '\\\\evil.example/',
    '/\\/evil.example',
    '//[::1]/',
    '//[::1',
    '//127.0.0.1:8080/leads',
    '//evil%2eexample',
    '//evil.example:99999',
    '//',
    '///',
    '/\\',
    // A browser removes tabs and line breaks before it resolves a URL.
    '/\t/evil.example',
    '/\n/evil.example',
    '/\r\n/evil.example',
    '\t//evil.example',
    '/\t\\evil.example',
    '/.\t/\t/evil.example',
    ' //evil.example',
    '\u0000//evil.example',
    // Resolving the dots leaves a path that starts with two slashes.
    '/.//evil.example',
    '/./\\evil.example',
    '/.\\/evil.example',
    '/.\\\\evil.example',
    '/..//evil.example',
    '/..//host',
    '/./\\host',
    '/../..//evil.example',
    '/././/evil.example',
    '/.///evil.example',
    '/leads/..//evil.example',
    '/leads/../..//evil.example',
    '/leads/.././/evil.example',
    '/leads\\..\\\\evil.example',
    '/%2e//evil.example',
    '/%2E%2E//evil.example',
    '/.%2e//evil.example',
    '/%2e%2e/%2e//evil.example',
    '/%2e\\evil.example/..//',
    '/a/b/../..//evil.example?period=week#top',
    '/.//evil.example/leads?next=/leads',
    '/..//',
    '/.//',
    // Other schemes, and relative paths.
    'javascript:alert(1)',
    'JavaScript://this.invalid/%0aalert(1)',
    'data:text/html,x',
    'blob:https://this.invalid/1',
    'file:///etc/passwd',
    'mailto:a@evil.example',
    'leads',
    './leads',
    '?period=week',
    '#leads',
    '',
    ' ',
  ])('never to another origin: %j', (next) => {
    expect(nextPath(`?next=${encodeURIComponent(next)}`)).toBe('/')
  })

  it.each([
    ['/', '/'],
    ['/leads', '/leads'],
    ['/leads/', '/leads/'],
    ['/leads?period=week#top', '/leads?period=week#top'],
    ['/?projects=AURA&projects=HELIX', '/?projects=AURA&projects=HELIX'],
    ['/transactions?hash=0x1&back=//evil.example', '/transactions?hash=0x1&back=//evil.example'],
    ['/leads#//evil.example', '/leads#//evil.example'],
    ['/leads//evil.example', '/leads//evil.example'],
    ['/%2F%2Fevil.example', '/%2F%2Fevil.example'],
    ['/%5Cevil.example', '/%5Cevil.example'],
    ['/@evil.example', '/@evil.example'],
    ['/:80', '/:80'],
    ['/./leads', '/leads'],
    ['/banners/../leads', '/leads'],
    ['/über', '/%C3%BCber'],
    ['/...//leads', '/...//leads'],
  ])('to a path of this origin: %j', (next, expected) => {
    const path = nextPath(`?next=${encodeURIComponent(next)}`)
    expect(path).toBe(expected)
    // The path as the browser resolves it.
    expect(new URL(path, 'https://sale.example').host).toBe('sale.example')
  })
})
