import { useEffect, useRef, useState } from 'react'

import type { SignInMethods } from '#contract/accounts.ts'
import { Button } from '#web/ui/button.tsx'
import { FieldGroup } from '#web/ui/field-group.tsx'

import { type CaptchaWidget, loadCaptcha } from './captcha-script.ts'

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
