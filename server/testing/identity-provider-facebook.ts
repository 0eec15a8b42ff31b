import { createHmac, randomUUID } from 'node:crypto'
import type { HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'

import type { Credentials } from './identity-provider-credentials.ts'
import { loginPage, type Person, readChoice } from './identity-provider-people.ts'

/** Facebook's login dialog, and the profile of its Graph API. */
export function createFacebook(input: {
  redirectUri: string
  credentials: Credentials
}): Hono<{ Bindings: HttpBindings }> {
  const { facebookId, facebookSecret } = input.credentials
  const codes = new Map<string, Person>()
  const tokens = new Map<string, Person>()
  const app = new Hono<{ Bindings: HttpBindings }>()

  app.use('/v23.0/dialog/oauth', async (c, next) => {
    const { client_id: clientId, redirect_uri: redirectUri, state = '' } = c.req.query()
    if (clientId !== facebookId || redirectUri !== input.redirectUri || state === '') return c.text('bad request', 400)
    return next()
  })
  app.get('/v23.0/dialog/oauth', (c) => c.html(loginPage({ role: 'Facebook' })))
  app.post('/v23.0/dialog/oauth', async (c) => {
    const person = readChoice(new URLSearchParams(await c.req.text()))
    const redirect = new URL(input.redirectUri)
    if (person) {
      const code = randomUUID()
      codes.set(code, person)
      redirect.searchParams.set('code', code)
    } else {
      redirect.searchParams.set('error', 'access_denied')
      redirect.searchParams.set('error_reason', 'user_denied')
      redirect.searchParams.set('error_description', 'Permissions error')
    }
    redirect.searchParams.set('state', c.req.query('state') ?? '')
    // Facebook appends this fragment to every redirect.
    redirect.hash = '_=_'
    return c.redirect(redirect.href, 302)
  })

  app.post('/v23.0/oauth/access_token', async (c) => {
    const form = new URLSearchParams(await c.req.text())
    const code = form.get('code') ?? ''
    const person = codes.get(code)
    codes.delete(code)
    const isSenda = form.get('client_id') === facebookId && form.get('client_secret') === facebookSecret
    if (!isSenda || !person || form.get('redirect_uri') !== input.redirectUri)
      return c.json(graphError('Invalid code'), 400)
    const token = randomUUID()
    tokens.set(token, person)
    return c.json({ access_token: token, token_type: 'bearer', expires_in: 5_183_944 })
  })

  app.get('/v23.0/me', (c) => {
    const token = c.req.header('authorization')?.replace(/^Bearer /i, '') ?? ''
    const person = tokens.get(token)
    const proof = createHmac('sha256', facebookSecret).update(token).digest('hex')
    if (!person || c.req.query('appsecret_proof') !== proof) return c.json(graphError('Invalid token'), 400)
    const requested = (c.req.query('fields') ?? 'id,name').split(',')
    const { sub: id, name, email } = person
    const profile = Object.entries({ id, name, email }).filter(([field, value]) => requested.includes(field) && value)
    return c.json(Object.fromEntries(profile))
  })
  return app
}

function graphError(message: string): object {
  return { error: { message, type: 'OAuthException', code: 100 } }
}
