import { useEffect, useRef, useState } from 'react'

import type { SignInMethods } from '#contract/accounts.ts'
import { Button } from '#web/ui/button.tsx'
import { FieldGroup } from '#web/ui/field-group.tsx'

// The content security policy names the same hosts: server/http/content-security.ts.
const scripts: Record<Provider, string> = {
  hcaptcha: 'https://js.hcaptcha.com/1/api.js?render=explicit',
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit',
}

let loading: Promise<CaptchaWidget> | undefined

export function CaptchaBox({
  provider,
  siteKey,
  onToken,
  onRetry,
}: NonNullable<SignInMethods['captcha']> & { onToken: (token: string | undefined) => void; onRetry: () => void }) {
  const box = useRef<HTMLDivElement>(null)
  const [failed, setFailed] = useState(false)

  useEffect(() => {
    const place = box.current
    if (!place) return undefined
    let isUnmounted = false
    let rendered: { widget: CaptchaWidget; id: string } | undefined
    loadCaptcha(provider).then(
      (widget) => {
        if (isUnmounted) return
        const id = widget.render(place, {
          sitekey: siteKey,
          hl: 'es',
          language: 'es',
          callback: onToken,
          'expired-callback': () => onToken(undefined),
          'error-callback': () => setFailed(true),
        })
        rendered = { widget, id }
      },
      () => !isUnmounted && setFailed(true),
    )
    return () => {
      isUnmounted = true
      rendered?.widget.remove(rendered.id)
    }
  }, [provider, siteKey, onToken])

  return (
    <FieldGroup legend="Comprobación de que eres una persona" legendHidden>
      <div ref={box} className="min-h-16" />
      {failed && (
        <div role="alert" className="flex flex-wrap items-center gap-3 text-red-strong">
          No pudimos cargar la comprobación de que eres una persona.
          <Button variant="secondary" size="small" onClick={onRetry}>
            Reintentar
          </Button>
        </div>
      )}
    </FieldGroup>
  )
}

type Provider = NonNullable<SignInMethods['captcha']>['provider']

/** The common part of hCaptcha's and Turnstile's scripts. */
type CaptchaWidget = {
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

/** The provider's script, loaded once; after a failure the next call loads it again. */
function loadCaptcha(provider: Provider): Promise<CaptchaWidget> {
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
