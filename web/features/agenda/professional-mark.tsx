import { classNames } from '#web/ui/class-names.ts'
import './professional-mark.css'

/** There are as many colours as professional-mark.css defines; a larger team repeats them. */
const colors = 8

/** A thin line in the professional's colour, beside or below the name: the name says who it is. */
export function ProfessionalMark({ mark, className }: { mark: number; className: string }) {
  return (
    <span
      aria-hidden="true"
      data-mark={mark % colors}
      className={classNames('professional-mark block shrink-0', className)}
    />
  )
}
