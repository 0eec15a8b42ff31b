import { classNames } from './class-names.ts'

/** The style (buttons.css) of a bookable time: in a grid, or as a link on a card. */
export function timeButtonClass({ chosen = false, className }: { chosen?: boolean; className?: string } = {}): string {
  return classNames('time-button', chosen && 'time-button-chosen', className)
}
