import { classNames } from './class-names.ts'

export type ButtonStyle = {
  variant?: 'primary' | 'secondary' | 'quiet' | 'quietDanger' | 'danger'
  size?: 'small' | 'medium' | 'large'
  /** Fills the width of its parent. */
  wide?: boolean
  className?: string
}

const base =
  'inline-flex items-center justify-center gap-2 rounded-control font-semibold text-center no-underline select-none transition-colors forced-colors:border ' +
  'disabled:cursor-not-allowed disabled:opacity-55 aria-disabled:cursor-not-allowed aria-disabled:opacity-55 aria-busy:cursor-progress'

const variants = {
  primary: 'bg-action text-on-action enabled:hover:bg-action-strong [a]:hover:bg-action-strong',
  secondary:
    'bg-panel text-ink border border-control enabled:hover:bg-sand enabled:hover:border-ink-soft [a]:hover:bg-sand [a]:hover:border-ink-soft',
  quiet:
    'text-action enabled:hover:bg-action-soft enabled:hover:text-action-strong [a]:hover:bg-action-soft [a]:hover:text-action-strong',
  quietDanger:
    'text-red enabled:hover:bg-red-soft enabled:hover:text-red-strong [a]:hover:bg-red-soft [a]:hover:text-red-strong',
  danger: 'bg-red text-on-red enabled:hover:bg-red-strong [a]:hover:bg-red-strong',
}

// Small is for a mouse; with a coarse pointer it grows to 44 px.
const sizes = {
  small: 'min-h-9 px-3 py-1 text-sm pointer-coarse:min-h-11',
  medium: 'min-h-11 px-4.5 py-2 text-base',
  large: 'min-h-13 px-6 py-3 text-lg',
}

/** A button's style for another element: `<Link className={buttonClass({ variant: 'secondary' })}>`. */
export function buttonClass({ variant = 'primary', size = 'medium', wide, className }: ButtonStyle = {}): string {
  return classNames(base, variants[variant], sizes[size], wide && 'w-full', className)
}
