import type { SignInMethods } from '#contract/accounts.ts'

type Provider = NonNullable<SignInMethods['captcha']>['provider']

/** The common part of hCaptcha's and Turnstile's scripts. */
export type CaptchaWidget = {
  render(
    place: HTMLElement,
    options: {
      sitekey: string
      /** The language, as hCaptcha and as Turnstile call it. */
      hl: string
      language: string
      callback: (token: string) => void
      'expired-callback': () => void
      'error-callback': () => void
    },
  ): string
  remove(id: string): void
}

// The content security policy names the same hosts: server/http/content-security.ts.
const scripts: Record<Provider, string> = {
  hcaptcha: 'https://js.hcaptcha.com/1/api.js?render=explicit',
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit',
}

let loading: Promise<CaptchaWidget> | undefined

/** The provider's script, loaded once; after a failure the next call loads it again. */
export function loadCaptcha(provider: Provider): Promise<CaptchaWidget> {
  loading ??= new Promise<CaptchaWidget>((resolve, reject) => {
    const script = document.createElement('script')
    script.src = scripts[provider]
    script.async = true
    script.onload = () => {
      const widget = (globalThis as Partial<Record<Provider, CaptchaWidget>>)[provider]
      if (widget) resolve(widget)
      else reject(new Error('The script defined no widget.'))
    }
    script.onerror = () => reject(new Error('The script did not load.'))
    document.head.append(script)
  }).catch((error: unknown) => {
    loading = undefined
    throw error
  })
  return loading
}
