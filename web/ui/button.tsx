import { type ComponentProps, cloneElement, type ReactElement, type ReactNode } from 'react'
import { type ButtonStyle, buttonClass } from './button-class.ts'
import { Spinner } from './spinner.tsx'

export type ButtonProps = Omit<ComponentProps<'button'>, 'className'> &
  ButtonStyle & {
    /** An action is under way: shows a spinner, announces it, and ignores presses without losing the focus. */
    pending?: boolean
    /** The label while pending, when it differs. */
    pendingLabel?: string
    icon?: ReactNode
    /** Another element with this style, such as `<Link to="/centers" />`. */
    render?: ReactElement<{ className?: string; children?: ReactNode }>
  }

export function Button({
  variant,
  size,
  wide,
  className,
  pending = false,
  pendingLabel,
  icon,
  render,
  type = 'button',
  children,
  onClick,
  ...rest
}: ButtonProps) {
  const look = buttonClass({ variant, size, wide, className })
  const content = (
    <>
      {pending ? <Spinner /> : icon}
      {pending && pendingLabel ? pendingLabel : children}
    </>
  )
  if (render) return cloneElement(render, { className: look }, content)
  return (
    <button
      {...rest}
      // A pending submit button becomes a plain one: Enter and a second press don't send twice.
      type={pending ? 'button' : type}
      className={look}
      aria-busy={pending || undefined}
      aria-disabled={pending || rest['aria-disabled'] || undefined}
      onClick={pending ? undefined : onClick}
    >
      {content}
    </button>
  )
}
