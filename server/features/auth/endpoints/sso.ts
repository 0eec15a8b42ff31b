import { failAuth } from '../protocol/errors.ts'

/** POST /sso: there is no single sign-on, whatever is asked and whoever asks, so neither body nor captcha are looked at. */
export function sso(): never {
  throw failAuth('saml_provider_disabled')
}
