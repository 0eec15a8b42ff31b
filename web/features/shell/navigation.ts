/** The header's destinations: only what exists. A new page joins with its own line. */
export const mainDestinations = [
  { to: '/services', label: 'Servicios' },
  { to: '/centers', label: 'Centros' },
  { to: '/contact', label: 'Contacto' },
] as const

/** Those of the visitor's account change with it and stand between these. */
export const footerGroups = {
  find: {
    title: 'Encontrar',
    links: [
      { to: '/centers', label: 'Centros' },
      { to: '/services', label: 'Servicios' },
    ],
  },
  help: {
    title: 'Ayuda',
    links: [
      { to: '/faq', label: 'Preguntas frecuentes' },
      { to: '/contact', label: 'Contacto' },
      { to: '/terms', label: 'Términos y condiciones' },
      { to: '/privacy', label: 'Política de privacidad' },
    ],
  },
} as const
