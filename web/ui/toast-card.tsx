import { useEffect, useRef, useState } from 'react'
import CircleAlert from '~icons/lucide/circle-alert'
import CircleCheck from '~icons/lucide/circle-check'
import Info from '~icons/lucide/info'
import X from '~icons/lucide/x'
import { Button } from './button.tsx'
import { classNames } from './class-names.ts'
import { IconButton } from './icon-button.tsx'
import { dismissToast, type ShownToast } from './toast.ts'
import { useToastPlace } from './use-toast-place.ts'

const looks = {
  plain: { Icon: Info, mark: 'text-action', box: 'border-line' },
  success: { Icon: CircleCheck, mark: 'text-green', box: 'border-line' },
  destructive: { Icon: CircleAlert, mark: 'text-red', box: 'border-red' },
}

export function ToastCard({ toast }: { toast: ShownToast }) {
  const [isPaused, setPaused] = useState(false)
  const { Icon, mark, box } = looks[toast.kind]
  const card = useRef<HTMLDivElement>(null)
  useToastPlace(card)

  useEffect(() => {
    if (isPaused) return
    const timer = setTimeout(() => dismissToast(toast.id), toast.durationMs)
    return () => clearTimeout(timer)
  }, [isPaused, toast.id, toast.durationMs])

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the pointer only pauses it; every action has its own button
    <div
      ref={card}
      data-toast=""
      role={toast.kind === 'destructive' ? 'alert' : undefined}
      // Not on enter: a toast that appears under a resting pointer would stay forever.
      onPointerMove={() => setPaused(true)}
      onPointerLeave={() => setPaused(false)}
      onFocus={() => setPaused(true)}
      onBlur={() => setPaused(false)}
      className={classNames(
        'pointer-events-auto absolute flex w-[min(26rem,calc(100vw-1.5rem))] animate-rise items-start gap-3 rounded-card border bg-panel py-3 pr-1.5 pl-4 shadow-float',
        box,
      )}
    >
      <Icon aria-hidden="true" className={classNames('mt-0.5 size-5 shrink-0', mark)} />
      <div className="grid min-w-0 grow gap-0.5">
        <p className="font-semibold">{toast.title}</p>
        {toast.description && <p className="text-sm text-ink-soft">{toast.description}</p>}
        {toast.action && (
          <Button
            variant="quiet"
            size="small"
            className="-ml-3 justify-self-start"
            onClick={() => {
              toast.action?.onPress()
              dismissToast(toast.id)
            }}
          >
            {toast.action.label}
          </Button>
        )}
      </div>
      <IconButton
        label="Cerrar"
        icon={<X aria-hidden="true" className="size-5" />}
        className="-my-2"
        onClick={() => dismissToast(toast.id)}
      />
    </div>
  )
}
