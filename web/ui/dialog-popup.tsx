import { Dialog as BaseDialog } from '@base-ui/react/dialog'
import { useBlocker, useRouter } from '@tanstack/react-router'
import { useRef } from 'react'
import X from '~icons/lucide/x'
import { classNames } from './class-names.ts'
import type { DialogProps } from './dialog-props.ts'
import { IconButton } from './icon-button.tsx'

const sizes = { small: 'sm:max-w-md', medium: 'sm:max-w-xl', large: 'sm:max-w-3xl' }

export function DialogPopup({
  open,
  onOpenChange,
  title,
  description,
  children,
  footer,
  size = 'medium',
  keepOpenOnOutsidePress = false,
  onBack,
  initialFocus,
  focusesItself = false,
  finalFocus,
}: DialogProps) {
  const body = useRef<HTMLDivElement>(null)
  const buttons = useRef<HTMLElement>(null)
  const hasRouter = Boolean(useRouter({ warn: false }))

  return (
    <BaseDialog.Root
      open={open}
      onOpenChange={(next) => onOpenChange(next)}
      disablePointerDismissal={keepOpenOnOutsidePress}
    >
      {/* Without a router there is no Back. */}
      {open && onBack && hasRouter && <CaughtBack onBack={onBack} />}
      <BaseDialog.Portal>
        {/* Also over the dialog that this one opens from. */}
        <BaseDialog.Backdrop
          forceRender
          className="fixed inset-0 z-40 bg-shade transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0"
        />
        <BaseDialog.Viewport className="fixed inset-0 z-40 flex items-end justify-center sm:items-center sm:p-6">
          <BaseDialog.Popup
            initialFocus={
              initialFocus ??
              ((by) => (focusesItself ? null : firstChoice({ by, body: body.current, buttons: buttons.current })))
            }
            finalFocus={finalFocus}
            className={classNames(
              'flex max-h-[92dvh] w-full flex-col rounded-t-card cramped:overflow-y-auto cramped:overscroll-contain bg-panel text-ink shadow-float transition-[opacity,translate] sm:rounded-card',
              'data-ending-style:translate-y-3 data-ending-style:opacity-0 data-starting-style:translate-y-3 data-starting-style:opacity-0',
              sizes[size],
            )}
          >
            <header className="flex items-start gap-3 px-5 pt-5 pb-2 sm:px-7 sm:pt-6">
              <div className="grid grow gap-1">
                <BaseDialog.Title className="font-display text-xl font-heading">{title}</BaseDialog.Title>
                {description && (
                  <BaseDialog.Description className="text-ink-soft first-letter:uppercase">
                    {description}
                  </BaseDialog.Description>
                )}
              </div>
              <BaseDialog.Close
                render={
                  <IconButton
                    label="Cerrar"
                    icon={<X aria-hidden="true" className="size-5" />}
                    className="-mt-2 -mr-2 sm:-mr-3"
                  />
                }
              />
            </header>
            <div
              ref={body}
              className="min-h-0 grow overflow-y-auto overscroll-contain cramped:shrink-0 cramped:overflow-visible px-5 pt-2 pb-4 sm:px-7"
            >
              {children}
            </div>
            {footer && (
              <footer
                ref={buttons}
                className="flex flex-col-reverse gap-2 border-t border-line px-5 pt-4 pb-[max(1rem,env(safe-area-inset-bottom))] sm:flex-row sm:justify-end sm:px-7"
              >
                {footer}
              </footer>
            )}
          </BaseDialog.Popup>
        </BaseDialog.Viewport>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  )
}

/** Rendered only while something is typed, so that a dialog without a router can open. A link, and what a save opens, pass. */
function CaughtBack({ onBack }: { onBack: () => void }) {
  useBlocker({
    shouldBlockFn: ({ action }) => {
      if (action === 'PUSH' || action === 'REPLACE') return false
      onBack()
      return true
    },
    enableBeforeUnload: false,
  })
  return null
}

const fields = ['input:not([type=hidden])', 'select', 'textarea', '[role=combobox]']
  .map((field) => `${field}:not(:disabled, [readonly])`)
  .join()
const choices = 'button:not(:disabled), a[href]'

/**
 * Where the focus goes when a dialog opens: its first field, else the button that continues, or the one that changes nothing
 * where continuing destroys. It never starts on "Cerrar". After a touch it stays on the dialog, because a focused field would
 * open the keyboard over it.
 */
function firstChoice({ by, body, buttons }: { by: string; body: HTMLElement | null; buttons: HTMLElement | null }) {
  if (by === 'touch') return null
  const field = body?.querySelector<HTMLElement>(fields)
  if (field instanceof HTMLInputElement && field.type === 'radio') {
    const chosen = body?.querySelector<HTMLElement>(`input[type=radio][name="${CSS.escape(field.name)}"]:checked`)
    return chosen ?? field
  }
  if (field) return field
  const safe = buttons?.querySelector<HTMLElement>('[data-keeps]')
  return (
    safe ??
    [...(buttons?.querySelectorAll<HTMLElement>(choices) ?? [])].at(-1) ??
    body?.querySelector<HTMLElement>(choices) ??
    null
  )
}
