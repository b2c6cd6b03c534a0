/** The version of the service and of its OpenAPI document. */
export const VERSION = '0.1.0';
