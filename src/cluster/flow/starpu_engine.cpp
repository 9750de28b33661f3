#include "src/cluster/flow/starpu_engine.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <memory>
#include <stdexcept>
#include <utility>

#include <starpu_mpi.h>

#include <jackdaw/base/said_by.hpp>
#include <jackdaw/flow/deadlock/flow_error.hpp>

#include "src/cluster/collective_call.hpp"
#include "src/cluster/flow/calibration.hpp"
#include "src/cluster/flow/timed_task.hpp"
#include "src/cluster/inside_task.hpp"

namespace jackdaw::cluster::detail {

namespace {

void execute(void* boxes[], void* argument) {
  const std::unique_ptr<starpu_engine::started> task(static_cast<starpu_engine::started*>(argument));
  task->run(boxes);
}

/// One for all tasks: the function comes with each, and so does the number of accesses.
starpu_codelet& codelet() {
  static starpu_codelet only = [] {
    starpu_codelet made;
    starpu_codelet_init(&made);
    made.where = STARPU_CPU;
    made.cpu_funcs[0] = &execute;
    made.cpu_funcs_name[0] = "jackdaw";
    made.nbuffers = STARPU_VARIABLE_NBUFFERS;
    made.name = "jackdaw";
    return made;
  }();
  return only;
}

starpu_data_access_mode mode_of(mode how) {
  switch (how) {
    case mode::read:
      return STARPU_R;
    case mode::write:
      return STARPU_RW;
    default:
      return static_cast<starpu_data_access_mode>(STARPU_RW | STARPU_COMMUTE);
  }
}

}  // namespace

flow_engine& engine_of(world& of) {
  if (of.inside().survives)
    throw failure(errc::unsupported, of.rank(),
                  "a flow in a world that survives: StarPU-MPI does not survive a rank that dies, and the "
                  "objects of that "
                  "rank are lost with it; expected a world that does not survive");
  refuse_inside_pool_task("a cluster::flow");
  auto& flows = of.inside().flows;
  if (flows == nullptr) {
    of.inside().meet(
        {.what = collective_call::begin_flow});  // sees a rank that has left: what follows does not
    flows = std::make_unique<starpu_engine>(of);
  }
  return *flows;
}

starpu_engine::starpu_engine(world& of) : world_(of) {
  setenv("STARPU_SILENT", "1", 0);
  setenv("STARPU_WORKERS_NOBIND", "1", 0);  // several ranks may share a machine
  starpu_conf options;
  starpu_conf_init(&options);
  options.ncpus = static_cast<int>(of.workers());
  options.ncuda = options.nopencl = options.nmic = options.nmpi_ms = 0;
  options.sched_policy_name = "prio";
  options.catch_signals = 0;
  calibrate_machines(of, options);
  const int result = starpu_mpi_init_conf(nullptr, nullptr, 0, of.inside().all, &options);
  if (result != 0)
    throw failure(errc::engine, of.rank(),
                  "StarPU does not start (" + std::to_string(result) + ") with " +
                      std::to_string(of.workers()) + " workers");
}

starpu_engine::~starpu_engine() { starpu_mpi_shutdown(); }

void starpu_engine::expect_rank(unsigned rank, const std::string& what) const {
  if (rank < world_.ranks()) return;
  throw std::invalid_argument(what + " rank " + std::to_string(rank) + "; expected 0 to " +
                              std::to_string(world_.ranks() - 1));
}

std::uint32_t starpu_engine::add_object(const value_type& type, unsigned owner, made_object made_here) {
  expect_rank(owner, "a handle is made with its object at");
  refuse_inside_task("make a handle");
  const auto number = static_cast<std::uint32_t>(objects_.size());
  log_.add_object(type, owner);
  known_object& made = objects_.emplace_back();
  made.handle = register_box(type, made_here.object.get(), owner == world_.rank(), number, *this);
  made.owner = owner;
  made.at_home = made_here.object.release() != nullptr;
  if (made_here.thrown != nullptr) was_not_made(number, made_here.thrown);
  starpu_mpi_data_register(made.handle, static_cast<starpu_mpi_tag_t>(number), static_cast<int>(owner));
  return number;
}

void starpu_engine::refuse_to_end(std::uint32_t number, std::size_t tasks) noexcept {
  std::fprintf(stderr,
               "jackdaw: handle %u is destroyed on rank %u while tasks use it (%zu have not begun); expected "
               "flow::wait() before\n",
               static_cast<unsigned>(number), rank_here, tasks);
  std::fflush(stderr);
  std::abort();
}

// The tasks that wait hold its number alone. StarPU itself waits for those that have begun.
void starpu_engine::remove_object(std::uint32_t number) noexcept {
  const auto uses = [number](const submission& task) {
    return std::ranges::find(task.accesses, number, &access::object) != task.accesses.end();
  };
  if (const auto tasks = std::ranges::count_if(waiting_, uses); tasks != 0) {
    if (std::uncaught_exceptions() == 0) refuse_to_end(number, static_cast<std::size_t>(tasks));
    drop();  // what has not begun never does
  }
  std::erase_if(moves_, [number](const auto& each) { return each.second.object == number; });
  known_object& old = objects_[number];
  void* object = nullptr;
  if (old.at_home && may_run_ && starpu_data_acquire(old.handle, STARPU_W) == 0)
    starpu_data_release(old.handle);  // they use the object, which leaves StarPU here
  if (old.at_home) std::swap(object, box_of(old.handle).object);
  const value_type& type = *box_of(old.handle).type;
  starpu_data_unregister_no_coherency(old.handle);
  old.handle = nullptr;
  if (object != nullptr) type.destroy(object);
}

void* starpu_engine::object(std::uint32_t number) const { return box_of(objects_[number].handle).object; }

void starpu_engine::move_object(std::uint32_t number, unsigned to) {
  expect_rank(to, "a handle is to move to");
  refuse_inside_task("move a handle");
  log_.add_move(number, to);
  moves_.emplace_back(waiting_.size(), move{number, std::exchange(objects_[number].owner, to), to});
}

void starpu_engine::submit(submission&& task) {
  expect_rank(task.rank, "task '" + task.name + "' is to run on");
  refuse_inside_task("submit");
  log_.add_task(task);
  waiting_.push_back(std::move(task));
  if (waiting_.size() >= batch) meet({meeting::batch});
}

void starpu_engine::meet(meeting here) {
  refuse_inside_pool_task("a wait of a cluster::flow");
  refuse_inside_task("wait or fetch");
  if (here.why != meeting::batch) {
    for (open_reduction* const each : std::vector(open_)) each->settle();
  }
  compare(here);
  log_.accept();
  may_run_ = may_run_ || !waiting_.empty() || !moves_.empty();
  auto next_move = moves_.begin();
  const auto make_moves = [&](std::size_t before) {
    for (; next_move != moves_.end() && next_move->first <= before; ++next_move) {
      if (next_move->second.to == world_.rank()) coming_.push_back(next_move->second.object);
      starpu_mpi_data_migrate(world_.inside().all, objects_[next_move->second.object].handle,
                              static_cast<int>(next_move->second.to));
    }
  };
  for (std::size_t i = 0; i < waiting_.size(); ++i) {
    make_moves(i);
    start(std::move(waiting_[i]));
  }
  make_moves(waiting_.size());
  waiting_.clear();
  moves_.clear();
}

void starpu_engine::start(submission&& task) {
  const std::uint64_t number = started_++;
  record_values(task, number);
  std::vector<starpu_data_descr> all;
  std::vector<std::size_t> places;
  for (const access& each : task.accesses) {
    const starpu_data_handle_t handle = objects_[each.object].handle;
    if (each.how != mode::read && task.rank != world_.rank() &&
        starpu_mpi_data_get_rank(handle) == static_cast<int>(world_.rank()))
      coming_.push_back(each.object);
    const auto known = std::ranges::find(all, handle, &starpu_data_descr::handle);
    places.push_back(static_cast<std::size_t>(known - all.begin()));
    if (known == all.end()) {
      all.push_back({handle, mode_of(each.how)});
    } else if (known->mode != mode_of(each.how)) {  // twice: as by a write
      known->mode = STARPU_RW;
    }
  }
  const MPI_Comm comm = world_.inside().all;
  const int rank = static_cast<int>(task.rank);
  const int count = static_cast<int>(all.size());
  starpu_task* const made = starpu_mpi_task_build(comm, &codelet(), STARPU_EXECUTE_ON_NODE, rank,
                                                  STARPU_DATA_MODE_ARRAY, all.data(), count, 0);
  if (made != nullptr) {
    const std::string_view name = world_.inside().record == nullptr ? "" : kept_name(task.name);
    auto here = std::make_unique<started>(this, std::move(task), number, std::move(places), name);
    made->priority = here->what.priority;
    made->cl_arg = here.release();
    made->cl_arg_size = sizeof(started);
    made->cl_arg_free = 0;
    made->callback_arg = nullptr;
    made->callback_arg_free = 0;
    const int result = starpu_task_submit(made);
    if (result != 0)
      throw failure(errc::engine, world_.rank(), "starpu_task_submit: " + std::to_string(result));
  }
  starpu_mpi_task_post_build(comm, &codelet(), STARPU_EXECUTE_ON_NODE, rank, STARPU_DATA_MODE_ARRAY,
                             all.data(), count, 0);
}

void starpu_engine::started::run(void* const* boxes) {
  std::vector<void*> objects;
  bool skips = false;
  for (const std::size_t place : places) {
    const box& each = *static_cast<const box*>(boxes[place]);
    objects.push_back(each.object);
    const bool did_not_arrive = !each.failed && each.object == nullptr;
    if (did_not_arrive) engine->did_not_travel(each.number, "using", nullptr);
    skips = skips || each.failed || did_not_arrive;
  }
  if (!skips) {
    const timed seen(*this);
    const in_task inside(what.name);
    try {
      return what.body->run(objects.data());
    } catch (...) {
      const std::lock_guard hold(engine->lock_);
      engine->failures_.push_back({number, {what.name, flow_failure{{}, std::current_exception()}.what()}});
    }
  } else {
    const std::lock_guard hold(engine->lock_);
    ++engine->skipped_;
  }
  for (std::size_t i = 0; i < places.size(); ++i) {
    if (what.accesses[i].how != mode::read) static_cast<box*>(boxes[places[i]])->failed = true;
  }
}

void starpu_engine::wait() {
  starpu_mpi_wait_for_all(world_.inside().all);
  // It does not wait for what came before it was asked for: StarPU-MPI then unpacks it by itself.
  for (const std::uint32_t number : coming_) {
    const starpu_data_handle_t handle = objects_[number].handle;
    if (handle == nullptr || starpu_mpi_data_get_rank(handle) != static_cast<int>(world_.rank())) continue;
    if (starpu_data_acquire(handle, STARPU_R) == 0) starpu_data_release(handle);
  }
  coming_.clear();
  may_run_ = false;
  throw_failures();
}

// The others have got the error already. To throw it later, where they are in another call, would make them wait.
void starpu_engine::end() noexcept {
  const auto say = [this](const char* what) {
    std::fprintf(stderr, "jackdaw: rank %u of %u at the end of a flow, which throws nothing: %s\n",
                 world_.rank(), world_.ranks(), what);
    std::fflush(stderr);
  };
  try {
    meet({meeting::end});
    wait();
  } catch (const flow_error&) {  // NOLINT(bugprone-empty-catch): what tasks threw is dropped
  } catch (const std::exception& error) { say(base::said_by(error)); } catch (...) {
    say("an exception that is no std::exception");
  }
}

void starpu_engine::wait_for(std::uint32_t number, unsigned owner) {
  bool failed = false;
  if (owner == world_.rank()) {
    const starpu_data_handle_t handle = objects_[number].handle;
    starpu_data_acquire(handle, STARPU_R);
    failed = box_of(handle).failed;
    if (box_of(handle).object == nullptr) {
      failed = true;
      did_not_travel(number, "sending", nullptr);
    }
    starpu_data_release(handle);
  }
  if (world_.broadcast(failed, owner)) wait();
}

void starpu_engine::drop() noexcept {
  for (auto each = moves_.rbegin(); each != moves_.rend(); ++each)
    objects_[each->second.object].owner = each->second.from;
  waiting_.clear();
  moves_.clear();
  log_.forget_tasks();
}

}  // namespace jackdaw::cluster::detail
