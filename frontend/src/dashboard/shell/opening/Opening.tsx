import MenuIcon from '@mui/icons-material/Menu';
import CollapseIcon from '@mui/icons-material/MenuOpen';
import LogoutIcon from '@mui/icons-material/Logout';
import logo from '../../../favicon.svg';
import { HomeSkeleton } from '../../home/HomeSkeleton';
import { isAdmin } from '../../../roles';
import { ScreenSkeleton } from '../../layout/ScreenSkeleton';
import { hrefOf, type ScreenManifest } from '../../screenManifest';
import { ACTIONS, ADMIN_MENU, MAIN_MENU } from '../menu';

/**
 * The frame of the dashboard as Shell and Sidebar render it, with a skeleton of the screen. Rendered at build and shown
 * until the app renders. headScript.ts sets `data-opening` for the user; opening.css shows the matching parts.
 */
export const Opening = () => (
  <div id="opening">
    <p role="status" className="opening-word">
      Opening your dashboard…
    </p>
    <div inert className="opening-frame">
      <aside>
        <div className="opening-head">
          <Brand />
          <CollapseIcon />
        </div>
        <nav>
          <div className="opening-actions">
            <MenuItems screens={ACTIONS} />
          </div>
          <MenuItems screens={MAIN_MENU} />
          <div data-for="admins">
            <hr />
            <p>Administration</p>
            <MenuItems screens={ADMIN_MENU} />
          </div>
        </nav>
        <div className="opening-account">
          <div className="opening-initials" />
          <div className="opening-person">
            <div className="bone" style={{ width: '60%' }} />
            <div className="bone" style={{ width: '90%' }} />
          </div>
          <LogoutIcon />
        </div>
      </aside>
      <header>
        <MenuIcon />
        <Brand />
      </header>
      <main>
        <div>
          <div className="opening-home">
            <HomeSkeleton />
          </div>
          <div className="opening-screen">
            <ScreenSkeleton />
          </div>
        </div>
      </main>
    </div>
    <style>{[...MAIN_MENU, ...ADMIN_MENU].map(markCurrent).join('')}</style>
  </div>
);

const Brand = () => (
  <span className="brand">
    <img src={logo} alt="" width="28" height="28" />
    <span>Pagecast</span>
  </span>
);

const MenuItems = ({ screens }: { screens: readonly ScreenManifest[] }) => (
  <ul>
    {screens.map(({ path, label, icon: Icon, visibleTo }) => (
      <li
        key={path}
        data-to={hrefOf({ path })}
        data-for={visibleTo && (visibleTo === isAdmin ? 'admins' : 'sharers')}
      >
        <Icon />
        <span>{label}</span>
      </li>
    ))}
  </ul>
);

const markCurrent = (screen: ScreenManifest) => {
  const href = hrefOf(screen);
  return `:root[data-path='${href}'] [data-to='${href}']{background:var(--brand-tint);color:var(--brand)}`;
};
