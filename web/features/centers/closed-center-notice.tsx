import { Link } from '@tanstack/react-router'
import { closedCenterNotice } from '#contract/center-changes.ts'
import { Banner } from '#web/ui/banner.tsx'
import { buttonClass } from '#web/ui/button-class.ts'

/** Above the forms whose names, addresses and rooms stay as they are while staff keep the centre closed. */
export function ClosedCenterNotice() {
  return (
    <Banner
      tone="amber"
      action={
        <Link to="/contact" className={buttonClass({ variant: 'secondary', size: 'small' })}>
          Escribirnos
        </Link>
      }
    >
      {closedCenterNotice}
    </Banner>
  )
}
