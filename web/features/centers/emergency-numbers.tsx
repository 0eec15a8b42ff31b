import { brand } from '#contract/brand.ts'
import { telHref } from '#web/platform/formats.ts'
import { Banner } from '#web/ui/banner.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import Phone from '~icons/lucide/phone'

export function EmergencyNumbers() {
  return (
    <Banner tone="blue" title="Si tú u otra persona corre peligro, llama ahora">
      <p>No esperes: te atienden por teléfono.</p>
      <ul className="mt-2 flex flex-wrap gap-2">
        {brand.emergency.map(({ name, number }) => (
          <li key={number}>
            <a
              href={telHref(number)}
              className={buttonClass({ variant: 'secondary', size: 'small', className: 'min-h-11' })}
            >
              <Phone aria-hidden="true" className="size-4.5" />
              {`${name}: ${number}`}
            </a>
          </li>
        ))}
      </ul>
    </Banner>
  )
}
