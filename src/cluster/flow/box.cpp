#include "src/cluster/flow/box.hpp"

#include <cstring>
#include <span>

namespace jackdaw::cluster::detail {

namespace {

void register_all(starpu_data_handle_t handle, unsigned home, void* interface) {
  for (unsigned node = 0; node < starpu_memory_nodes_get_count(); ++node) {
    auto& here = *static_cast<box*>(starpu_data_get_interface_on_node(handle, node));
    here = *static_cast<const box*>(interface);
    if (node != home) here.object = nullptr;
  }
}

// The object is made when it is unpacked. What stands here was given back by way of a copy of the interface.
starpu_ssize_t allocate(void* interface, unsigned /*node*/) {
  static_cast<box*>(interface)->object = nullptr;
  static_cast<box*>(interface)->failed = false;
  return 1;
}

void release(void* interface, unsigned /*node*/) {
  auto& here = *static_cast<box*>(interface);
  if (here.object != nullptr) here.type->destroy(here.object);
  here.object = nullptr;
}

std::size_t size_of(starpu_data_handle_t /*handle*/) { return 1; }
std::uint32_t footprint(starpu_data_handle_t /*handle*/) { return 1; }
int compare(void* /*a*/, void* /*b*/) { return 1; }
void display(starpu_data_handle_t /*handle*/, FILE* out) { std::fputs("object", out); }
starpu_ssize_t describe(void* /*interface*/, char* text, std::size_t size) {
  return std::snprintf(text, size, "object");
}

// StarPU's threads call it, which know no exceptions. What cannot be written travels as what has failed: tasks that need
// it are skipped.
void write(const box& from, writer& out) noexcept {
  try {
    const bool has_object = from.object != nullptr;
    if (!has_object && !from.failed) from.told->did_not_travel(from.number, "sending", nullptr);
    out.put(from.failed || !has_object);
    out.put(has_object);
    if (has_object) from.type->save(from.object, out);
  } catch (...) {
    from.told->did_not_travel(from.number, "sending", std::current_exception());
    out.bytes().clear();
    out.put(true);
    out.put(false);
  }
}

// Where nothing comes, or what comes cannot be read, the object that is here stays.
void read(box& to, reader& in) noexcept {
  try {
    to.failed = in.get<bool>();
    if (!in.get<bool>()) return;
    void* const fresh = to.type->load(in);
    if (to.object != nullptr) to.type->destroy(to.object);
    to.object = fresh;
  } catch (...) {
    to.failed = true;
    to.told->did_not_travel(to.number, "receiving", std::current_exception());
  }
}

// StarPU-MPI asks for the size, and then at once, in the same thread, for the bytes. So they are written once. (It may
// be told that the size is not known; version 1.3.10 then tries to receive -1 bytes.)
int pack(starpu_data_handle_t handle, unsigned node, void** to, starpu_ssize_t* count) {
  thread_local writer written;
  thread_local starpu_data_handle_t written_of = nullptr;
  if (to == nullptr || written_of != handle) {
    written.bytes().clear();
    write(*static_cast<const box*>(starpu_data_get_interface_on_node(handle, node)), written);
    written_of = handle;
  }
  *count = static_cast<starpu_ssize_t>(written.bytes().size());
  if (to == nullptr) return 0;
  written_of = nullptr;
  if (starpu_malloc_flags(to, written.bytes().size(), 0) != 0) return -ENOMEM;
  std::memcpy(*to, written.bytes().data(), written.bytes().size());
  return 0;
}

int unpack(starpu_data_handle_t handle, unsigned node, void* from, std::size_t count) {
  reader in(std::span(static_cast<const std::byte*>(from), count));
  read(*static_cast<box*>(starpu_data_get_interface_on_node(handle, node)), in);
  starpu_free_flags(from, count, 0);
  return 0;
}

int copy(void* from, unsigned /*from_node*/, void* to, unsigned /*to_node*/, void* /*async*/) {
  writer out;
  write(*static_cast<const box*>(from), out);
  reader in(out.bytes());
  read(*static_cast<box*>(to), in);
  return 0;
}

starpu_data_interface_ops& operations() {
  static const starpu_data_copy_methods methods = [] {
    starpu_data_copy_methods all{};
    all.any_to_any = &copy;
    return all;
  }();
  static char name[] = "jackdaw object";
  static starpu_data_interface_ops ops = [] {
    starpu_data_interface_ops all{};
    all.register_data_handle = &register_all;
    all.allocate_data_on_node = &allocate;
    all.free_data_on_node = &release;
    all.copy_methods = &methods;
    all.get_size = &size_of;
    all.footprint = &footprint;
    all.compare = &compare;
    all.display = &display;
    all.describe = &describe;
    all.interfaceid = static_cast<starpu_data_interface_id>(starpu_data_interface_get_next_id());
    all.interface_size = sizeof(box);
    all.dontcache = 1;
    all.pack_data = &pack;
    all.unpack_data = &unpack;
    all.name = name;
    return all;
  }();
  return ops;
}

}  // namespace

starpu_data_handle_t register_box(const value_type& type, void* object, bool lives_here, std::uint32_t number,
                                  travel_listener& told) {
  starpu_data_handle_t handle = nullptr;
  box here{&type, object, number, &told, lives_here && object == nullptr};
  starpu_data_register(&handle, lives_here ? STARPU_MAIN_RAM : -1, &here, &operations());
  return handle;
}

box& box_of(starpu_data_handle_t handle) {
  return *static_cast<box*>(starpu_data_get_interface_on_node(handle, STARPU_MAIN_RAM));
}

}  // namespace jackdaw::cluster::detail
