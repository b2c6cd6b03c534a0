import { createTemplate } from './create-template.ts';
import { deleteTemplate } from './delete-template.ts';
import { deregisterPhoneNumber } from './deregister-phone-number.ts';
import { editTemplate } from './edit-template.ts';
import { getBusinessProfile } from './get-business-profile.ts';
import { getPhoneNumberStatus } from './get-phone-number-status.ts';
import { getTemplate } from './get-template.ts';
import { listTemplates } from './list-templates.ts';
import { registerPhoneNumber } from './register-phone-number.ts';
import { requestPhoneCode } from './request-phone-code.ts';
import { sendTemplate } from './send-template.ts';
import { updateBusinessProfile } from './update-business-profile.ts';
import { validateTemplate } from './validate-template.ts';
import { verifyPhoneCode } from './verify-phone-code.ts';

export const whatsappOperations = [
  listTemplates,
  createTemplate,
  deleteTemplate,
  getTemplate,
  editTemplate,
  validateTemplate,
  sendTemplate,
  getPhoneNumberStatus,
  requestPhoneCode,
  verifyPhoneCode,
  registerPhoneNumber,
  deregisterPhoneNumber,
  getBusinessProfile,
  updateBusinessProfile,
];
export { templateAction } from './template.action.ts';
