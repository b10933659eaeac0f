import { Outlet } from 'react-router-dom';
import { AdminFrame } from '#web/features/admin/admin-frame.tsx';

export function Component() {
  return (
    <AdminFrame>
      <Outlet />
    </AdminFrame>
  );
}
