import type { SocialProvider } from '#contract/accounts.ts'
import { Banner } from '#web/ui/banner.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { CopyableValue } from '#web/ui/copyable-value.tsx'

import { browserIntent, type InAppBrowser, inAppBrowser } from './in-app-browser.ts'
import { providerNames } from './social-messages.ts'

const list = new Intl.ListFormat('es', { type: 'disjunction' })

export const ownInAppBrowser = () =>
  inAppBrowser({
    userAgent: navigator.userAgent,
    // Safari's own property; its older versions don't match the media query.
    isInstalled:
      ('standalone' in navigator && navigator.standalone === true) || matchMedia('(display-mode: standalone)').matches,
  })

export function InAppNotice({ browser, refused }: { browser: InAppBrowser; refused: readonly SocialProvider[] }) {
  const { app = 'esta app', isAndroid, entry } = browser
  const names = list.format(refused.map((provider) => providerNames[provider]))
  const page = new URL(location.href)
  page.hash = ''
  return (
    <Banner tone="amber" title={`Aquí no puedes entrar con ${names}`}>
      <div className="mt-1 grid justify-items-start gap-3">
        <p>
          {`Estás en el navegador de ${app}, y ahí ${names} no lo permite. Abre esta página en tu navegador, o entra con tu correo.`}
        </p>
        {isAndroid && (
          <a href={browserIntent(page)} className={buttonClass({ size: 'small' })}>
            Abrir en mi navegador
          </a>
        )}
        <p>{`También puedes tocar el menú (⋯ o ⋮, casi siempre arriba a la derecha) y elegir «${entry}», o copiar el enlace y pegarlo en tu navegador.`}</p>
        <CopyableValue
          label="Enlace de esta página"
          value={page.href}
          copyLabel="Copiar el enlace"
          copied="Enlace copiado"
          denied={{ title: 'No se pudo copiar', description: 'El enlace quedó seleccionado: cópialo a mano.' }}
        />
      </div>
    </Banner>
  )
}
