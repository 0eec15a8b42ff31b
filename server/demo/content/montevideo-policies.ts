export const flexible = {
  lateRefundPercent: 100,
  text: 'Entendemos los imprevistos: aunque avises tarde, devolvemos todo. Solo te pedimos que avises.',
} as const
export const half = {
  lateRefundPercent: 50,
  text: 'Hasta 24 horas antes puedes cancelar o cambiar el horario sin costo. Después devolvemos la mitad.',
} as const
export const strict = {
  lateRefundPercent: 0,
  text: 'Reservamos ese rato solo para ti. Con menos de 24 horas de aviso la sesión se cobra completa.',
} as const
