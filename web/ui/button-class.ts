import { classNames } from './class-names.ts'

export type ButtonStyle = {
  variant?: 'primary' | 'secondary' | 'quiet' | 'quietDanger' | 'danger'
  size?: 'small' | 'medium' | 'large'
  /** Fills the width of its parent. */
  wide?: boolean
  className?: string
}

const variants = {
  primary: 'button-primary',
  secondary: 'button-secondary',
  quiet: 'button-quiet',
  quietDanger: 'button-quiet-danger',
  danger: 'button-danger',
}

const sizes = { small: 'button-small', medium: 'button-medium', large: 'button-large' }

/** A button's style (buttons.css) for another element: `<Link className={buttonClass({ variant: 'secondary' })}>`. */
export function buttonClass({ variant = 'primary', size = 'medium', wide, className }: ButtonStyle = {}): string {
  return classNames('button', variants[variant], sizes[size], wide && 'w-full', className)
}
