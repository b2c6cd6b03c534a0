export const scopes = {
  messaging: 'whatsapp_business_messaging',
  management: 'whatsapp_business_management',
  business: 'business_management',
} as const;

export const allScopes: readonly string[] = Object.values(scopes);
