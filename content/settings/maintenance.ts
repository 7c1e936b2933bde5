/** Tells visitors why the site is closed in maintenance mode. */
export const maintenanceMessage = 'We are working on this site. Please come back a little later.'
